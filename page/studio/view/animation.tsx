// The bodies in three dimensions, at the time of all views. Loaded when it is first looked at.
import { use, useEffect, useRef, useState } from "react";
import { unpack } from "../../source/scene.js";
import { Theatre } from "../../source/theatre.js";
import { sceneOf } from "../state/runs";
import { useStore } from "../state/store";
import { StudioContext } from "./context";

export default function Animation() {
  const studio = use(StudioContext)!;
  const current = useStore(studio.state, (state) => state.current);
  const live = useStore(studio.state, (state) => state.live?.scene ?? null);
  const run = useStore(studio.state, (state) => state.runs.find((entry) => entry.key === state.current) ?? null);
  const [scene, setScene] = useState<unknown>(null);
  useEffect(() => {
    if (live) setScene(live);
    else if (current && run?.reply.animated) void sceneOf(studio, current).then(setScene);
    else setScene(null);
  }, [current, live, run?.reply.animated, studio]);
  if (!run && !live) return <p className="hint">Run the model to see it move.</p>;
  if (!scene) return <p className="hint">{run && !run.reply.animated ? "This model has no bodies, so there is nothing to see in space. Planar and spatial parts move here." : "loading"}</p>;
  return <Stage packed={scene} />;
}

/** What was seen of the last scene: a scene of the same bodies is looked at from the same place. */
let seen: { title: string; position: any; target: any } | null = null;

function Stage({ packed }: { packed: unknown }) {
  const studio = use(StudioContext)!;
  const holder = useRef<HTMLDivElement>(null), theatre = useRef<any>(null);
  const dark = useStore(studio.state, (state) => state.dark);
  const [, setChanged] = useState(0);
  const [failed, setFailed] = useState("");
  useEffect(() => {
    let made: any;
    try {
      made = new Theatre(unpack(structuredClone(packed)), holder.current!);
    } catch (error) {
      setFailed(/WebGL/i.test(String(error)) ? "This browser offers no WebGL, which the animation needs." : `The animation could not start: ${error}`);
      return;
    }
    theatre.current = made;
    made.changed = () => setChanged((count) => count + 1);
    made.theme(studio.value.dark);
    made.at(studio.clock.value.time);
    made.fit(made.planar ? "planar" : "corner");
    if (seen?.title === made.scene.title) {
      made.stage.camera.position.copy(seen!.position);
      made.stage.controls.target.copy(seen!.target);
    }
    made.stage.canvas.addEventListener("click", (event: PointerEvent) => {
      const body = made.pick(event);
      if (body?.component) studio.reveal(body.component.split(".")[0] === body.component ? body.component : body.component);
    });
    made.start();
    setChanged((count) => count + 1);
    const stop = studio.clock.subscribe(() => made.at(studio.clock.value.time));
    const mark = () => highlight(made, studio.value.selection.paths);
    mark();
    const stopSelection = studio.state.subscribe(mark);
    return () => {
      stop();
      stopSelection();
      seen = { title: made.scene.title, position: made.stage.camera.position.clone(), target: made.stage.controls.target.clone() };
      made.dispose();
      theatre.current = null;
    };
  }, [packed, studio]);
  useEffect(() => theatre.current?.theme(dark), [dark]);
  const now = theatre.current;
  return (
    <div className="stage-holder">
      <div className="stage-tools" role="toolbar" aria-label="Animation">
        {now?.layers.map(({ name, title }: { name: string; title: string }) => <button key={name} type="button" className="chip" aria-pressed={Boolean(now.shown[name])} onClick={() => now.show(name, !now.shown[name])}>{title}</button>)}
        <select aria-label="What the camera follows" value={now?.followed ?? ""} onChange={(event) => now?.follow(event.target.value)}>
          <option value="">Still camera</option><option value="*">Follow everything</option>
          {now?.bodies.moving().map((name: string) => <option key={name} value={name}>{`Follow ${name}`}</option>)}
        </select>
        <button type="button" className="chip" onClick={() => now?.fit()}>Fit</button>
      </div>
      {failed ? <p className="hint">{failed}</p> : <div className="stage view" ref={holder} />}
    </div>
  );
}

/** Bodies of the selected components shine. */
function highlight(theatre: any, paths: string[]): void {
  for (const body of theatre.bodies.list) {
    const on = paths.some((path) => body.component === path || body.component?.startsWith(`${path}.`));
    if (Boolean(body.shining) === on) continue;
    body.shining = on;
    body.object.traverse((part: any) => {
      if (!part.material?.emissive) return;
      part.userData.own ??= part.material;
      if (on) {
        part.material = part.userData.own.clone();
        part.material.emissive.set("#3b82f6");
        part.material.emissiveIntensity = 0.55;
      } else part.material = part.userData.own;
    });
  }
  theatre.stage.invalidate();
}
