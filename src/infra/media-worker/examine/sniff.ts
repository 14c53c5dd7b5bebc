import type { FileType } from '../contract.ts'

/** The accepted types, by file-type's names for them. All other types are refused. */
const taken: Readonly<Record<string, FileType>> = {
  'image/jpeg': 'image/jpeg',
  'image/png': 'image/png',
  // An animated PNG is shown as a still PNG by programs that do not support it.
  'image/apng': 'image/png',
  'image/webp': 'image/webp',
  'image/gif': 'image/gif',
  'video/mp4': 'video/mp4',
  'video/x-m4v': 'video/mp4',
  'video/3gpp': 'video/mp4',
  'video/3gpp2': 'video/mp4',
  'video/quicktime': 'video/quicktime',
  'video/vnd.avi': 'video/x-msvideo',
  'video/webm': 'video/webm',
  'audio/mpeg': 'audio/mpeg',
  'audio/mp4': 'audio/mp4',
  'audio/x-m4a': 'audio/mp4',
  'application/pdf': 'application/pdf',
}

/** The brands with which a phone's file declares that MP4 players can play it. Such a file is accepted as MP4. */
const mp4Brands = /^(?:isom|iso[2-9a-c]|mp41|mp42|avc1|dash|cmfc|cmfs|M4V |M4VH|M4VP)$/

/** Detects the type from the first bytes alone; null if it is not accepted. Names and declared types are ignored. */
export async function sniff(head: Uint8Array): Promise<FileType | null> {
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(head).catch(() => undefined)
  const type = found === undefined ? undefined : taken[found.mime]
  if (type === undefined || !startsAs(type, head)) return null
  const phone = found?.mime === 'video/3gpp' || found?.mime === 'video/3gpp2'
  return phone && !brandsOf(head).some((brand) => mp4Brands.test(brand)) ? null : type
}

/**
 * True if the file begins with its type's signature at the first byte. file-type itself skips leading tags and garbage.
 */
function startsAs(type: FileType, head: Uint8Array): boolean {
  const text = (start: number, end: number) => Buffer.from(head.subarray(start, end)).toString('latin1')
  switch (type) {
    case 'image/jpeg':
      return text(0, 3) === '\xff\xd8\xff'
    case 'image/png':
      return text(0, 8) === '\x89PNG\r\n\x1a\n'
    case 'image/gif':
      return /^GIF8[79]a$/.test(text(0, 6))
    case 'image/webp':
      return text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP'
    case 'video/x-msvideo':
      return text(0, 4) === 'RIFF' && text(8, 12) === 'AVI '
    case 'video/webm':
      return text(0, 4) === '\x1aE\xdf\xa3'
    case 'application/pdf':
      return text(0, 5) === '%PDF-'
    case 'audio/mpeg':
      return text(0, 3) === 'ID3' || /^\xff[\xe0-\xff]/.test(text(0, 2))
    case 'audio/mp4':
    case 'video/mp4':
      return text(4, 8) === 'ftyp'
    case 'video/quicktime':
      return /^(?:ftyp|moov|mdat|wide|free|skip|pnot)$/.test(text(4, 8))
    default:
      return type satisfies never
  }
}

/** Returns the major and the compatible brands of the first box. */
function brandsOf(head: Uint8Array): string[] {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength)
  if (bytes.length < 16 || bytes.toString('latin1', 4, 8) !== 'ftyp') return []
  const end = Math.min(bytes.readUInt32BE(0), bytes.length)
  const brands = [bytes.toString('latin1', 8, 12)]
  for (let at = 16; at + 4 <= end; at += 4) brands.push(bytes.toString('latin1', at, at + 4))
  return brands
}
