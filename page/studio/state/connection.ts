// The WebSocket to the server: requests with replies, events, and arrays in binary frames.
import type { Arrays, Failure, Message, Request } from "../protocol";

export type Column = { data: Float64Array; shape: number[] };
export type WithColumns<T> = T & { columns: Record<string, Column> };

export class Refused extends Error {
  constructor(readonly said: Message) {
    super(said.text);
  }
}

type Asked<R extends Request> = Omit<R, "id">;

/** What the page is in instead of a server's window, a notebook or a file of its own: frames go to it, and it says what
 *  is to be shown. */
export interface Host {
  dark: boolean;
  shows: { what: "studio" | "result" | "page"; names: string[] }; // page: one that holds its answers, to look at
  listen: (take: (data: string | ArrayBuffer | object) => void) => void; // objects are replies as they are
  send: (text: string) => void;
}

export class Connection {
  private socket: WebSocket | null = null;
  private waiting = new Map<number, { take: (reply: any) => void; fail: (error: Error) => void }>();
  private next = 1;
  private tries = 0;
  onEvent: (event: any) => void = () => {};
  onState: (open: boolean) => void = () => {};

  constructor(private host: Host | null = null) {}

  open(): void {
    if (this.host) {
      this.host.listen((data) => this.receive(data));
      this.onState(true);
      return;
    }
    const address = new URL("socket", location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      this.tries = 0;
      this.onState(true);
    };
    socket.onmessage = ({ data }) => this.receive(data);
    socket.onclose = () => {
      this.socket = null;
      for (const { fail } of this.waiting.values()) fail(new Error("the connection to the studio's server was lost"));
      this.waiting.clear();
      this.onState(false);
      if (this.tries++ < 100) setTimeout(() => this.open(), Math.min(5000, 300 * this.tries));
    };
    this.socket = socket;
  }

  /** Ask and wait for the reply; `started` gets the number of the request, by which it can be cancelled. */
  ask<R extends Request, A>(request: Asked<R>, started?: (id: number) => void): Promise<WithColumns<A>> {
    const id = this.next++;
    started?.(id);
    return new Promise((take, fail) => {
      if (!this.host && this.socket?.readyState !== WebSocket.OPEN) {
        fail(new Error("the studio's server does not answer; is it still running?"));
        return;
      }
      this.waiting.set(id, { take, fail });
      const text = JSON.stringify({ id, ...request });
      if (this.host) this.host.send(text);
      else this.socket!.send(text);
    });
  }

  private receive(data: string | ArrayBuffer | object): void {
    const reply: any = typeof data === "string" ? JSON.parse(data) : isBuffer(data) ? unpacked(data) : data;
    if (reply.event !== undefined) {
      this.onEvent(reply);
      return;
    }
    const waiting = this.waiting.get(reply.id);
    this.waiting.delete(reply.id);
    if (!waiting) return;
    if ((reply as Failure).error !== undefined) waiting.fail(new Refused((reply as Failure).error));
    else waiting.take(reply);
  }
}

/** Whether these are bytes, also those of the page around a frame, which has an ArrayBuffer of its own. */
function isBuffer(data: object): data is ArrayBuffer {
  return Object.prototype.toString.call(data) === "[object ArrayBuffer]";
}

/** The header of a binary frame, with its arrays by name. */
function unpacked(buffer: ArrayBuffer): any {
  const length = new DataView(buffer).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length))) as Arrays & Record<string, unknown>;
  const columns: Record<string, Column> = {};
  let at = 4 + length;
  for (const { name, shape } of header.arrays) {
    const count = shape.reduce((a, b) => a * b, 1);
    columns[name] = { data: new Float64Array(buffer, at, count), shape };
    at += 8 * count;
  }
  return { ...header, columns };
}
