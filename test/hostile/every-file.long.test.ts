import assert from 'node:assert/strict'
import test from 'node:test'
import sharp from 'sharp'
import { startApp } from '../harness/app.ts'
import { bombs } from './bombs.ts'
import type { HostileFile } from './hostile-file.ts'
import { lies } from './lies.ts'
import { names } from './names.ts'
import { polyglots } from './polyglots.ts'
import { samples } from './samples.ts'
import { truncated } from './truncated.ts'

interface Uploaded {
  readonly url: string
  readonly size: number
  readonly contentType: string
}

test('hostile files are refused, or served as what they are without their hidden content', {
  timeout: 900_000,
}, async () => {
  await using t = await startApp({ settings: { RATE_LIMIT_PER_MINUTE: '0', DEFAULT_PLAN: 'max' } })
  const { token } = await t.as('ada')
  const faults: string[] = []
  const counts = { served: 0, refused: 0 }
  for await (const file of makeFiles()) {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(file.bytes)], { type: file.declared }), file.fileName)
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(`${t.url}/v1/media/upload`, { method: 'POST', headers, body: form })
    const text = await response.text()
    const isServed = response.status === 200
    counts[isServed ? 'served' : 'refused'] += 1
    if (file.expect !== 'either' && isServed !== (file.expect === 'cleaned')) faults.push(`${file.name}: ${text}`)
    if (isServed) faults.push(...(await lookAt(t.url, file, JSON.parse(text))))
    else if (!/^4\d\d .*"code":"(?:media_|validation_failed)/s.test(`${response.status} ${text}`))
      faults.push(`${file.name}: refused with ${response.status} ${text}`)
  }
  assert.deepEqual(faults, [])
  assert.ok(counts.served > 50 && counts.refused > 100, JSON.stringify(counts))
})

async function* makeFiles(): AsyncGenerator<HostileFile> {
  const all = await samples()
  for (const make of [truncated, lies, polyglots, names, bombs]) yield* make(all)
}

/** Fetches a file as a browser or a network would; returns a description of each fault. */
async function lookAt(base: string, file: HostileFile, { url, size, contentType }: Uploaded): Promise<string[]> {
  const response = await fetch(base + new URL(url).pathname)
  const bytes = Buffer.from(await response.arrayBuffer())
  const type = response.headers.get('content-type')
  const faults = [
    ...(response.status === 200 ? [] : [`is served with status ${response.status}`]),
    ...(type === contentType && type === typeByBytes(bytes)
      ? []
      : [`is stored as ${contentType} and served as ${type}`]),
    ...(bytes.length === size ? [] : [`has ${bytes.length} bytes instead of ${size}`]),
    ...(response.headers.get('x-content-type-options') === 'nosniff' ? [] : ['lacks nosniff']),
    ...(/\bsandbox\b/.test(response.headers.get('content-security-policy') ?? '') ? [] : ['lacks the sandbox policy']),
    ...file.mustNotLeave.filter((word) => bytes.includes(word)).map((word) => `contains ${word}`),
  ]
  if (contentType.startsWith('image/'))
    await sharp(bytes, { animated: true, failOn: 'error' })
      .raw()
      .toBuffer()
      .catch((error) => faults.push(`cannot be decoded: ${error}`))
  return faults.map((fault) => `${file.name} ${fault}`)
}

/** Detects the type from the first bytes, without the service's own code. The brand distinguishes MP4 from QuickTime. */
function typeByBytes(bytes: Buffer): string {
  const text = (start: number, end: number): string => bytes.toString('latin1', start, end)
  if (text(0, 3) === '\xff\xd8\xff') return 'image/jpeg'
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (/^GIF8[79]a/.test(text(0, 6))) return 'image/gif'
  if (text(0, 4) === 'RIFF') return text(8, 12) === 'WEBP' ? 'image/webp' : 'video/x-msvideo'
  if (text(0, 4) === '\x1aE\xdf\xa3') return 'video/webm'
  if (text(4, 8) === 'ftyp') return text(8, 12) === 'qt  ' ? 'video/quicktime' : 'video/mp4'
  return ['moov', 'mdat', 'wide', 'free', 'skip'].includes(text(4, 8)) ? 'video/quicktime' : 'unknown'
}
