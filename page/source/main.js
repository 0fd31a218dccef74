// Starts the viewer on the scene of the page and offers what scripts and tests need as `window.multibond`.
import { Vector3 } from "three";
import plotStyle from "uplot/dist/uPlot.min.css";
import { element } from "./element.js";
import { picture, video } from "./record.js";
import { unpack } from "./scene.js";
import style from "./style.css";
import { Viewer } from "./viewer.js";

function start() {
  document.head.append(element("style", {}, plotStyle + style));
  const scene = unpack(JSON.parse(document.getElementById("multibond-scene").textContent));
  const viewer = new Viewer(scene, document.body);
  const { player, bodies } = viewer;
  window.multibond = {
    scene,
    viewer,
    get time() {
      return player.time;
    },
    get playing() {
      return player.playing;
    },
    setTime: (time) => player.set(time),
    play: () => player.play(),
    pause: () => player.pause(),
    show: (layer, on = true) => viewer.show(layer, on),
    follow: (name) => viewer.follow(name),
    fit: (view) => viewer.fit(view),
    theme: (dark) => viewer.toggleTheme(dark),
    select: (path) => viewer.select(path),
    hide: (path, hidden = true) => viewer.hide(path, hidden),
    /** A picture of the moment (PNG) and a video of the run (WebM), as promises of blobs. */
    picture: () => picture(viewer),
    video: () => video(viewer),
    filled: () => viewer.filled(),
    names: () => [...bodies.byComponent.keys()],
    /** Position of the body frame of a component, in the inertial frame of the model [m]. */
    position: (name) => bodies.find(name)?.origin.toArray() ?? null,
    /** Middle of what is drawn for a component, on the stage (y up) [m]. */
    middle: (name) => bodies.find(name)?.middle(new Vector3()).toArray() ?? null,
  };
  // #t=2.5 shows one moment; otherwise a page plays by itself, a notebook or reader who wants less motion waits.
  const moment = /[#&]t=([-+.\deE]+)/.exec(location.hash);
  if (moment) player.set(Number(moment[1]));
  else if (window.self === window.top && !window.matchMedia("(prefers-reduced-motion: reduce)").matches) player.play();
}

try {
  start();
} catch (error) {
  const reason = /WebGL/i.test(String(error)) ? "This browser offers no WebGL, which the animation needs." : `The animation could not start: ${error}`;
  document.body.append(element("p", { style: "font: 16px system-ui; padding: 2em", role: "alert" }, reason));
  console.error(error);
}
