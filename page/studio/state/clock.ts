// The time that all views show: set by the slider, by playing, by clicking in a plot.
import { Store } from "./store";

export interface Moment {
  time: number;
  start: number;
  stop: number;
  playing: boolean;
  speed: number;
}

export class Clock extends Store<Moment> {
  private last = 0;

  constructor() {
    super({ time: 0, start: 0, stop: 0, playing: false, speed: 1 });
  }

  /** Seconds of the run for each second of the watch at speed 1: very short and long runs last some seconds. */
  get rate(): number {
    const duration = this.value.stop - this.value.start;
    return duration >= 1 && duration <= 60 ? 1 : duration > 0 ? duration / 8 : 1;
  }

  span(start: number, stop: number): void {
    const { time } = this.value;
    this.change({ start, stop, time: Math.min(stop, Math.max(start, time)) });
  }

  seek(time: number): void {
    const { start, stop } = this.value;
    this.change({ time: Math.min(stop, Math.max(start, time)) });
  }

  play(on = !this.value.playing): void {
    const { stop, start, time } = this.value;
    if (on === this.value.playing || stop <= start) return;
    this.change({ playing: on, ...(on && time >= stop ? { time: start } : {}) });
    if (on) {
      this.last = performance.now();
      requestAnimationFrame((now) => this.turn(now));
    }
  }

  private turn(now: number): void {
    const { playing, time, start, stop, speed } = this.value;
    if (!playing) return;
    const passed = Math.min(0.2, (now - this.last) / 1000) * this.rate * speed;
    this.last = now;
    const next = time + passed;
    this.change({ time: next > stop ? start + ((next - start) % (stop - start)) : next });
    requestAnimationFrame((later) => this.turn(later));
  }
}

/** Where a time falls in a sorted list: the index before it, and the share of the way to the next. */
export function located(times: ArrayLike<number>, time: number): { index: number; share: number } {
  let low = 0, high = times.length - 1;
  if (high < 1) return { index: 0, share: 0 };
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= time) low = middle;
    else high = middle;
  }
  const step = times[low + 1] - times[low];
  return { index: low, share: step > 0 ? Math.min(1, Math.max(0, (time - times[low]) / step)) : 0 };
}
