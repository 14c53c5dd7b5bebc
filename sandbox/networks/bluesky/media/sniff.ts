/** Returns a file's type according to its first bytes. Null if it is unknown. */
export function sniff(bytes: Buffer): string | null {
  const text = bytes.toString('latin1', 0, 16)
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (/^GIF8[79]a/.test(text)) return 'image/gif'
  if (/^RIFF.{4}WEBP/s.test(text)) return 'image/webp'
  if (text.slice(4, 8) === 'ftyp') return byBrand(text.slice(8, 12))
  if (text.startsWith('\x1a\x45\xdf\xa3')) return 'video/webm'
  return null
}

function byBrand(brand: string): string {
  if (brand === 'avif' || brand === 'avis') return 'image/avif'
  if (/^(?:heic|heix|mif1|msf1)$/.test(brand)) return 'image/heic'
  return brand === 'qt  ' ? 'video/quicktime' : 'video/mp4'
}
