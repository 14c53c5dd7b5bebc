export interface Form {
  /** The file's bytes. Omitted for a form without a file. */
  readonly file?: Buffer
  /** The file name as written in the header. Omitted for none. */
  readonly fileName?: string
  /** The declared type. Omitted for none. */
  readonly contentType?: string
  readonly fields?: Readonly<Record<string, string>>
}

const boundary = '----posthorn-test-frontier'

/**
 * Builds the bytes of a form directly, so that it can contain what no client would send. Its fields precede its file.
 */
export function formOf({ file, fileName, contentType, fields = {} }: Form): { body: Buffer; contentType: string } {
  const parts: Buffer[] = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  )
  if (file) {
    const named = fileName === undefined ? '' : `; filename="${fileName.replaceAll('"', '%22')}"`
    const declared = contentType === undefined ? '' : `content-type: ${contentType}\r\n`
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"${named}\r\n${declared}\r\n`
    parts.push(Buffer.from(head), file, Buffer.from('\r\n'))
  }
  parts.push(Buffer.from(`--${boundary}--\r\n`))
  return { body: Buffer.concat(parts), contentType: `multipart/form-data; boundary=${boundary}` }
}
