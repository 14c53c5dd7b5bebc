import type { Sendable } from '#connectors/connector.ts'

interface Form {
  readonly contentType: string
  readonly contentLength: number
  readonly body: AsyncIterable<Uint8Array>
}

/**
 * Builds a form with one file and streams it. The length is sent up front, because proxies in front of some servers
 * refuse an upload of unknown length.
 */
export function formOf(
  file: Pick<Sendable, 'contentType' | 'size' | 'stream'>,
  fields: Readonly<Record<string, string>>,
  boundary: string,
  /** The name of the form field that holds the file. */
  name = 'file',
): Form {
  const head = Buffer.from(
    [
      ...Object.entries(fields).map(
        ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      ),
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="${fileName(file.contentType)}"\r\n`,
      `content-type: ${file.contentType}\r\n\r\n`,
    ].join(''),
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  async function* body() {
    yield head
    yield* file.stream()
    yield tail
  }
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    contentLength: head.length + file.size + tail.length,
    body: body(),
  }
}

const endings: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'video/quicktime': 'mov' }

/** Returns a file name. Users never see it, but some servers check its extension. */
const fileName = (contentType: string): string =>
  `file.${endings[contentType] ?? (/^[a-z]+\/([a-z0-9]+)$/.exec(contentType)?.[1] || 'bin')}`
