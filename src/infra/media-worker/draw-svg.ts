/**
 * Draws an SVG of our own as a PNG. It runs in this process, so it must never draw what a user sent: files of users are
 * decoded by the media worker.
 */
export async function drawSvg(svg: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  // Blocks are of the whole process, and decoding a user's file blocks all but four loaders.
  sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] })
  return await sharp(Buffer.from(svg)).png().toBuffer()
}
