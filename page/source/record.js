// Pictures and videos of the scene: what the canvas shows, with its labels, as a PNG or as WebM.
const RATE = 30; // pictures a second of a video
const KINDS = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm"];

/** Draw scene, labels and time onto a flat canvas. */
function compose(viewer, canvas) {
  const { canvas: drawn } = viewer.stage;
  const scale = drawn.width / viewer.view.clientWidth;
  if (canvas.width !== drawn.width || canvas.height !== drawn.height) Object.assign(canvas, { width: drawn.width & ~1, height: drawn.height & ~1 });
  const context = canvas.getContext("2d");
  const style = getComputedStyle(document.documentElement);
  const sky = context.createLinearGradient(0, 0, 0, canvas.height);
  for (const [share, name] of [[0, "--sky-high"], [0.62, "--sky-far"], [1, "--sky-low"]]) sky.addColorStop(share, style.getPropertyValue(name).trim() || "#f5f7fa");
  context.fillStyle = sky;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(drawn, 0, 0);
  const area = viewer.view.getBoundingClientRect();
  context.textBaseline = "middle";
  for (const label of viewer.view.querySelectorAll(".labels span, .key:not([hidden]) > div")) {
    if (label.hidden || !label.textContent) continue;
    const box = label.getBoundingClientRect();
    const own = getComputedStyle(label);
    context.font = `${own.fontWeight} ${12 * scale}px system-ui, sans-serif`;
    context.fillStyle = own.color;
    context.fillText(label.textContent, (box.left - area.left + 7) * scale, (box.top - area.top + box.height / 2) * scale);
  }
  context.font = `600 ${13 * scale}px system-ui, sans-serif`;
  context.fillStyle = style.getPropertyValue("--ink");
  context.fillText(`${viewer.scene.title}   ${viewer.player.time.toFixed(viewer.transport.digits)} s`, 14 * scale, 18 * scale);
}

/** The picture of the moment as a blob. */
export async function picture(viewer) {
  viewer.draw();
  const canvas = document.createElement("canvas");
  compose(viewer, canvas);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

/** Play the run once, at the speed that is set, and record it; resolves to a blob of WebM. `step(share)` tells how far it is. */
export async function video(viewer, step = () => {}) {
  if (!window.MediaRecorder) throw new Error("this browser cannot record videos; take single pictures, or 'multibond animate -o run.mp4'");
  const canvas = document.createElement("canvas");
  compose(viewer, canvas);
  const stream = canvas.captureStream(RATE);
  const mimeType = KINDS.find((kind) => MediaRecorder.isTypeSupported(kind));
  const recorder = new MediaRecorder(stream, { mimeType, videoBitsPerSecond: 6e6 });
  const parts = [];
  recorder.ondataavailable = ({ data }) => data.size && parts.push(data);
  const stopped = new Promise((done) => { recorder.onstop = done; });
  const { player } = viewer;
  const before = { loop: player.loop, time: player.time, playing: player.playing };
  player.loop = false;
  player.set(player.start);
  recorder.start(250);
  player.play();
  await new Promise((done) => {
    const next = () => {
      viewer.draw();
      compose(viewer, canvas);
      step((player.time - player.start) / (player.stop - player.start || 1));
      if (player.playing) requestAnimationFrame(next);
      else setTimeout(done, 1000 / RATE);
    };
    requestAnimationFrame(next);
  });
  recorder.stop();
  await stopped;
  Object.assign(player, { loop: before.loop });
  player.set(before.time);
  if (before.playing) player.play();
  return new Blob(parts, { type: "video/webm" });
}

/** Offer a blob as a file. */
export function save(blob, name) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
