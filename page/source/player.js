// Time: playing, stepping, speed and looping.
import { round } from "./scene.js";

export class Player {
  constructor(time) {
    this.frames = time;
    this.start = time[0];
    this.stop = time[time.length - 1];
    this.time = this.start;
    this.playing = false;
    this.loop = true;
    this.speed = 1;
    const duration = this.stop - this.start;
    // Very short and very long runs are stretched so that they last some seconds.
    this.base = duration >= 1 && duration <= 120 ? 1 : duration > 0 ? round(duration / 5) : 1;
    this.listeners = [];
  }

  /** Seconds of the run for each second of the clock. */
  get rate() {
    return this.base * this.speed;
  }

  onChange(listener) {
    this.listeners.push(listener);
  }

  changed() {
    for (const listener of this.listeners) listener(this);
  }

  set(time) {
    this.time = Math.min(this.stop, Math.max(this.start, time));
    this.changed();
  }

  play() {
    if (!this.loop && this.time >= this.stop) this.time = this.start;
    this.playing = this.stop > this.start;
    this.changed();
  }

  pause() {
    this.playing = false;
    this.changed();
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  /** Go `count` frames on or back. */
  step(count) {
    this.playing = false;
    const nearest = this.frames.findLastIndex((t) => t <= this.time + 1e-9 * (this.stop - this.start));
    const between = count < 0 && this.time > this.frames[nearest] ? 1 : 0;
    this.set(this.frames[Math.min(this.frames.length - 1, Math.max(0, nearest + count + between))]);
  }

  /** Let `seconds` of the clock pass. */
  tick(seconds) {
    if (!this.playing) return;
    let time = this.time + this.rate * seconds;
    if (time >= this.stop) {
      if (this.loop) time = this.start + ((time - this.start) % (this.stop - this.start || 1));
      else {
        time = this.stop;
        this.playing = false;
      }
    }
    this.set(time);
  }
}
