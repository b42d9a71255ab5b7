// Keeps what is unpacked within reach: tabletopRoll(window, bytes) returns the
// window on what was unpacked last, once bytes are added. It stands in a buffer
// with room behind it, since the megabytes of it are not to be moved every time.
"use strict";

globalThis.tabletopRoll = (window, bytes) => {
  const size = window.length;
  const room = 1 << 22; // bytes
  let at = window.byteOffset;
  let all = new Uint8Array(window.buffer);
  if (at + size + bytes.length > all.length) {
    if (all.length < size + room) all = new Uint8Array(size + room);
    all.set(window);
    at = 0;
  }
  all.set(bytes, at + size);
  return all.subarray(at + bytes.length, at + bytes.length + size);
};
