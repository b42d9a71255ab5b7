// Restores the program that web/site/fold_wasm_calls.go has folded; see there for the format.
// tabletopUnfold(emit) returns a function that takes the folded program in pieces, (bytes, last),
// and passes the program to emit in pieces.
"use strict";

globalThis.tabletopUnfold = (emit) => {
  const headSize = 28;
  const reach = 16; // more bytes than the longest sequence after a mark takes
  let rest = new Uint8Array(0); // input that is not used yet
  let head; // the seven numbers of the head
  let done = 0; // bytes of the program that are restored
  let number; // of the present function
  let left = 0; // bytes of that function that are still to come
  let block = 0; // of the last return address in that function
  let tabled = false; // the table of functions is restored
  let out = new Uint8Array(1 << 16);
  let n = 0;

  // flush emits the output so far.
  function flush() {
    if (n > 0) emit(out.slice(0, n));
    n = 0;
  }

  // put adds bytes to the output.
  function put(...bytes) {
    for (const b of bytes) out[n++] = b;
  }

  // tables restores the table of functions, which has size bytes, and what is known of each
  // function.
  function tables(bytes, size) {
    const damaged = (is) => {
      if (is) throw new Error("the program is damaged");
    };
    if (bytes.length === 0) return bytes; // nothing is folded
    damaged(size < 8 || (size | bytes.length) & 3);
    for (let i = 8; i < size; i++) bytes[i] += bytes[i - 8];
    const from = new Uint32Array(bytes.buffer);
    const to = from.slice();
    const starts = [];
    for (let i = 1; 4 * i < size; i += 2) starts.push(from[i] >> 2);
    starts.push(from.length);
    const count = starts.length - 1;
    for (let i = 0; i < count; i++) damaged(4 * starts[i] < size || starts[i + 1] < starts[i] + 11);
    let k = starts[0];
    for (let j = 0; j < 11; j++) {
      let before = 0;
      for (let i = 0; i < count; i++) {
        const v = before + from[k++];
        to[starts[i] + j] = v;
        if (j < 2) before = v | 0;
      }
    }
    const behind = starts.map((start, i) => start + 11 + (i < count ? to[start + 7] : 0));
    for (let i = 0; i < count; i++) damaged(behind[i] > starts[i + 1]);
    // column restores the words between begin and end of all functions, one word of each function
    // in turn.
    function column(begin, end) {
      for (let j = 0, more = true; more; j++) {
        more = false;
        for (let i = 0; i < count; i++) {
          if (begin(i) + j >= end(i)) continue;
          to[begin(i) + j] = from[k++];
          more = true;
        }
      }
    }
    column((i) => starts[i] + 11, (i) => behind[i]);
    column((i) => behind[i], (i) => starts[i + 1]);
    return new Uint8Array(to.buffer);
  }

  return (bytes, last) => {
    let input = bytes;
    if (rest.length > 0) {
      input = new Uint8Array(rest.length + bytes.length);
      input.set(rest);
      input.set(bytes, rest.length);
    }
    let at = 0;
    if (!head) {
      if (input.length < headSize) {
        rest = input;
        return;
      }
      const view = new DataView(input.buffer, input.byteOffset);
      head = Array.from({ length: headSize / 4 }, (_, i) => view.getUint32(4 * i, true));
      number = head[3];
      at = headSize;
    }
    const [mark, first, functions, firstNumber, table, tableSize, known] = head;
    const afterLast = firstNumber + functions;

    // plain emits input unchanged until the program has reached size.
    function plain(size) {
      flush();
      const end = Math.min(input.length, at + size - done);
      if (end > at) emit(input.slice(at, end));
      done += end - at;
      at = end;
    }

    // code restores functions from the input up to end.
    function code(end) {
      while (at < end && number < afterLast) {
        if (left === 0) {
          let size = 0;
          for (let shift = 0; ; shift += 7) {
            const b = input[at++];
            put(b);
            done++;
            if (!(b >= 0) || shift > 28) throw new Error("the program is damaged"); // otherwise it would never end
            size |= (b & 127) << shift;
            if (b < 128) break;
          }
          left = size;
          block = 0;
        }
        const before = n;
        let stop = before + Math.min(left, out.length - 64 - n);
        while (at < end && n < stop) {
          const b = input[at++];
          if (b !== mark) {
            out[n++] = b;
            continue;
          }
          const kind = input[at++];
          if (kind === 0) {
            out[n++] = mark;
            continue;
          }
          const local = kind & 127;
          if (kind < 128) put(0x20, local, 0x41, 8, 0x6b, 0x22, local);
          put(0x24, 0, 0x20, local, 0x42);
          block += input[at++];
          let address = number * 65536 + block;
          for (; address > 63; address >>= 7) put((address & 127) | 128);
          put(address, 0x37, 3, 0);
          if (kind < 128) {
            put(0x41, 0, 0x10);
            while (input[at] > 127) put(input[at++]);
            put(input[at++], 0x23, 0, 0x21, local, 0x0d, input[at++]);
          }
        }
        left -= n - before;
        if (left < 0) throw new Error("the program is damaged");
        done += n - before;
        if (left === 0) number++;
        if (n > out.length - 128) flush();
      }
    }

    if (done < first) plain(first);
    if (done >= first && number < afterLast) code(last ? input.length : input.length - reach);
    if (number === afterLast) {
      if (done < table) plain(table);
      const size = tableSize + known;
      if (done === table && !tabled && input.length - at >= size) {
        flush();
        tabled = true;
        emit(tables(input.slice(at, at + size), tableSize));
        at += size;
        done += size;
      }
      if (tabled) plain(Infinity);
    }
    if (last) flush();
    rest = input.slice(at);
  };
};

// tabletopUnpack turns a stream of a compressed program into a stream of the program.
globalThis.tabletopUnpack = (packed) => {
  let unfold;
  return new globalThis["xz-decompress"].XzReadableStream(packed).pipeThrough(
    new TransformStream({
      start(controller) {
        unfold = tabletopUnfold((data) => controller.enqueue(data));
      },
      transform(bytes) {
        unfold(bytes, false);
      },
      flush() {
        unfold(new Uint8Array(0), true);
      },
    }),
  );
};
