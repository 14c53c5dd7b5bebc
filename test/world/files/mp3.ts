/** A frame of silence: layer III, 128 kbit per second, 44.1 kHz, in stereo. It lasts 26 ms. */
const frame = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), Buffer.alloc(413)])

/** Builds an MP3 of silence, with the parts before and after its frames. */
export const mp3Of = (
  frames: number,
  before: Buffer = Buffer.alloc(0),
  after: Buffer = Buffer.alloc(0),
): Buffer<ArrayBuffer> => Buffer.concat([before, ...Array.from({ length: frames }, () => frame), after])

/** Builds an ID3 tag as written before the audio: its length has seven bits in each byte. */
export function id3Of(content: string): Buffer {
  const body = Buffer.from(content)
  const length = [21, 14, 7, 0].map((bits) => (body.length >> bits) & 0x7f)
  return Buffer.concat([Buffer.from('ID3\x04\0\0', 'latin1'), Buffer.from(length), body])
}
