/**
 * Draws one of our own SVGs as a PNG. It runs in this process, so it must never draw a user's file: the media worker
 * decodes those.
 */
export async function drawSvg(svg: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  // Blocks apply to the whole process, and decoding a user's file blocks all but four loaders.
  sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] })
  return await sharp(Buffer.from(svg)).png().toBuffer()
}
