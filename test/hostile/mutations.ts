import { seeded } from './random.ts'

/** The part of a file that controls a decoder most. */
const headBytes = 512
const telling = [0, 1, 0x7f, 0x80, 0xfe, 0xff]

/**
 * Generates `count` variants of a file, with bits and bytes flipped, cut, inserted or repeated. The same in every run.
 */
export function* mutations(seedBytes: Buffer, count: number, seed = 1): Generator<Buffer> {
  const random = seeded(seed)
  for (let round = 0; round < count; round += 1) {
    let bytes: Buffer = Buffer.from(seedBytes)
    for (let step = 0; step <= random(3); step += 1) bytes = changed(bytes, random)
    yield bytes
  }
}

function changed(bytes: Buffer, random: (below: number) => number): Buffer {
  if (bytes.length === 0) return Buffer.from([random(256)])
  const within = random(2) === 0 ? Math.min(bytes.length, headBytes) : bytes.length
  const at = random(within)
  const end = Math.min(bytes.length, at + 1 + random(64))
  switch (random(7)) {
    case 0:
      bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8))
      return bytes
    case 1:
      bytes[at] = telling[random(telling.length)] ?? 0
      return bytes
    case 2:
      for (let n = 0; n < 8; n += 1) bytes[random(bytes.length)] = random(256)
      return bytes
    case 3:
      return bytes.subarray(0, at)
    case 4:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(end)])
    case 5:
      return Buffer.concat([bytes.subarray(0, end), bytes.subarray(at)])
    default:
      return Buffer.concat([
        bytes.subarray(0, at),
        Buffer.from(Array.from({ length: end - at }, () => random(256))),
        bytes.subarray(at),
      ])
  }
}
