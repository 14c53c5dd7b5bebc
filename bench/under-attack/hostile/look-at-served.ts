import sharp from 'sharp'
import type { HostileFile } from '#test/hostile/hostile-file.ts'

export interface Uploaded {
  readonly id: string
  readonly url: string
  readonly size: number
  readonly contentType: string
}

/** Fetches a file's URL as a browser or a network would; returns a description of each fault. */
export async function lookAtServed(base: string, file: HostileFile, uploaded: Uploaded): Promise<string[]> {
  const { pathname } = new URL(uploaded.url)
  const response = await fetch(base + pathname)
  const bytes = Buffer.from(await response.arrayBuffer())
  if (response.status !== 200) return [`is taken and not served: ${response.status}`]
  const faults: string[] = []
  const contentType = response.headers.get('content-type') ?? 'none'
  const is = typeByBytes(bytes)
  if (contentType !== is) faults.push(`wrong type: served as ${contentType}, its bytes are ${is}`)
  if (contentType !== uploaded.contentType)
    faults.push(`wrong type: said to be ${uploaded.contentType}, served as ${contentType}`)
  if (bytes.length !== uploaded.size) faults.push(`has ${bytes.length} bytes, said to have ${uploaded.size}`)
  if (response.headers.get('x-content-type-options') !== 'nosniff') faults.push('lacks nosniff')
  if (!/\bsandbox\b/.test(response.headers.get('content-security-policy') ?? ''))
    faults.push('lacks the policy of a sandbox')
  const left = file.mustNotLeave.filter((word) => bytes.includes(word))
  if (left.length > 0) faults.push(`leaves with ${left.join(', ')}`)
  if (contentType.startsWith('image/')) {
    await sharp(bytes, { animated: true, failOn: 'error' })
      .raw()
      .toBuffer()
      .catch((error) => faults.push(`does not decode: ${String(error).split('\n')[0]}`))
  }
  return faults
}

/** Detects the type by the first bytes, without code of the service. The brand distinguishes MP4 from QuickTime. */
function typeByBytes(bytes: Buffer): string {
  const text = (start: number, end: number): string => bytes.toString('latin1', start, end)
  if (text(0, 3) === '\xff\xd8\xff') return 'image/jpeg'
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (/^GIF8[79]a/.test(text(0, 6))) return 'image/gif'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'AVI ') return 'video/x-msvideo'
  if (text(0, 4) === '\x1aE\xdf\xa3' && text(0, 64).includes('webm')) return 'video/webm'
  if (text(4, 8) === 'ftyp') return text(8, 12) === 'qt  ' ? 'video/quicktime' : 'video/mp4'
  if (['moov', 'mdat', 'wide', 'free', 'skip'].includes(text(4, 8))) return 'video/quicktime'
  return 'unknown'
}
