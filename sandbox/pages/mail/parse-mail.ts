/** A parsed email. */
export interface Mail {
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly date: Date
  readonly text: string
  /** Null for a plain-text email. */
  readonly html: string | null
}

interface Part {
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

/** Parses the source of an email. Inlines images that its HTML refers to by `cid:`. */
export function parseMail(source: Buffer): Mail {
  const message = partIn(source.toString('latin1'))
  const leaves = leavesOf(message)
  const ofType = (type: string) => leaves.find(({ headers }) => headers.get('content-type')?.startsWith(type))
  const html = ofType('text/html')
  const header = (name: string) => decodeWords(message.headers.get(name) ?? '')
  return {
    from: header('from'),
    to: header('to'),
    subject: header('subject'),
    date: new Date(header('date')),
    text: textIn(ofType('text/plain')),
    html: html ? withImages(textIn(html), leaves) : null,
  }
}

function partIn(source: string): Part {
  const end = /\r?\n\r?\n/.exec(source)
  const head = end ? source.slice(0, end.index) : source
  const lines = head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return { headers: new Map(headers), body: end ? source.slice(end.index + end[0].length) : '' }
}

function leavesOf(part: Part): readonly Part[] {
  const boundary = /^multipart\/.*boundary="?([^";]+)/i.exec(part.headers.get('content-type') ?? '')?.[1]
  if (boundary === undefined) return [part]
  const pieces = part.body.split(`--${boundary}`).slice(1, -1)
  return pieces.flatMap((piece) => leavesOf(partIn(piece.replace(/^\r?\n/, ''))))
}

function bytesIn({ headers, body }: Part): Buffer {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64')
  return Buffer.from(encoding === 'quoted-printable' ? decodeQuoted(body) : body, 'latin1')
}

const textIn = (part: Part | undefined): string => (part ? bytesIn(part).toString('utf8') : '')

const decodeQuoted = (text: string): string =>
  text.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))

/** Decodes the encoded words of a header (RFC 2047). */
const decodeWords = (text: string): string =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?[^?]+\?([BQ])\?([^?]*)\?=/gi, (_, how: string, word: string) =>
      how.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('utf8')
        : Buffer.from(decodeQuoted(word.replaceAll('_', ' ')), 'latin1').toString('utf8'),
    )

const withImages = (html: string, leaves: readonly Part[]): string =>
  html.replace(/cid:([^"')\s]+)/g, (message, cid: string) => {
    const part = leaves.find(({ headers }) => headers.get('content-id') === `<${cid}>`)
    const type = /^image\/[a-z]+/.exec(part?.headers.get('content-type') ?? '')?.[0]
    return part && type ? `data:${type};base64,${bytesIn(part).toString('base64')}` : message
  })
