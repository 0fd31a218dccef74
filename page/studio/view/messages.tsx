// What the server says of the model: errors first, each leading to the place it is about.
import { use } from "react";
import type { Message } from "../protocol";
import { useStore } from "../state/store";
import { StudioContext } from "./context";

export function Messages() {
  const studio = use(StudioContext)!;
  const check = useStore(studio.state, (state) => state.check);
  const run = useStore(studio.state, (state) => state.runs.find((entry) => entry.key === state.current) ?? null);
  const list = [...(check?.messages ?? []), ...(run?.reply.messages ?? [])];
  if (!check) return <p className="hint">Waiting for the server.</p>;
  if (!list.length) return <p className="hint fine">Nothing to complain of. {check.summary ? "The model can be run." : ""}</p>;
  return <ul className="messages">{list.map((message, i) => <Row key={i} message={message} />)}</ul>;
}

function Row({ message }: { message: Message }) {
  const studio = use(StudioContext)!;
  const paths = [...new Set([message.where, ...message.paths])].filter((path) => path && studio.nodes.some((node) => node.path === path || path.startsWith(`${node.path}.`)));
  const task = message.kind === "unfinished";
  const go = () => {
    const inside = message.paths.length ? message.paths : [message.where];
    const here = studio.nodes.filter((node) => inside.some((path) => path === node.path || path.startsWith(`${node.path}.`))).map(({ path }) => path);
    if (here.length) studio.select(here);
    else if (message.where) studio.reveal(message.where.split(".").slice(0, -1).join(".") || message.where);
    if (message.line !== null && !here.length) studio.show("text");
  };
  return (
    <li className={task ? "task" : message.severity}>
      <button type="button" onClick={go}>
        <span className="mark" role="img" aria-label={task ? "to do" : message.severity}>{task ? "…" : message.severity === "error" ? "✕" : message.severity === "warning" ? "!" : "i"}</span>
        <span className="words">{message.text}</span>
        <span className="where">{paths[0] ?? message.where}{message.line !== null && ` line ${message.line}`}</span>
      </button>
    </li>
  );
}
