import type { Readable } from 'node:stream'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { Refusal } from '#kernel/errors.ts'
import { faultsOf, pointerStep } from '#rules/faults/faults-of.ts'
import { flowBytes, openBody, tooLarge } from './arrival.ts'
import { invalid } from './validation.ts'

/** The name of the part that has the file. */
const filePart = 'file'
const maxFieldBytes = 16 * 1024
/** The bytes that the form may have in addition to its file: boundaries, headers of its parts, fields. */
const overheadBytes = 1024 * 1024

export interface IncomingFile {
  /** The decoded name as the client sent it. It may contain a path and must not be trusted. Null if none was sent. */
  readonly name: string | null
  /** The content type that the client declares; null if none. */
  readonly declaredType: string | null
  /** Fails with a refusal if the form is invalid, truncated, too long or too slow. */
  readonly stream: Readable
}

interface FormOptions<Fields extends z.ZodObject, File> {
  /** The size of the largest accepted file. */
  readonly maxFileBytes: number
  /** The text fields, which may come before the file and after it. */
  readonly fields: Fields
  /**
   * Reads the file while it arrives, or throws a refusal as soon as possible, after which nothing more is read. If the
   * form fails later, the caller of `readForm` removes what this function created.
   */
  file(file: IncomingFile): Promise<File>
}

/** Reads a form with one file in the part `file`. The size of the file is counted; a declared size is not trusted. */
export async function readForm<Fields extends z.ZodObject, File>(
  request: FastifyRequest,
  options: FormOptions<Fields, File>,
): Promise<{ readonly file: File; readonly fields: z.output<Fields> }> {
  const { maxFileBytes } = options
  const known = Object.keys(options.fields.shape)
  const form = parserOf(request, { maxFileBytes, fields: known.length })
  const body = openBody(request, { maxBytes: maxFileBytes + overheadBytes })
  const texts = new Map<string, string>()
  const whole = Promise.withResolvers<void>()
  let failure: unknown
  let incoming: BusboyFileStream | null = null
  let taken: Promise<File> | null = null

  // Only the first error is reported, not errors that result from it.
  const fail = (error: unknown) => {
    if (failure !== undefined) return
    failure = error
    body.unpipe().destroy()
    incoming?.destroy(error as Error)
    whole.reject(error)
  }
  const broken = (detail: string) => fail(new Refusal('multipart_invalid', { detail }))
  const fault = (name: string, code: string, message: string) =>
    fail(invalid([{ path: `/${pointerStep(name)}`, code, message }]))

  form.on('file', (name: string | undefined, stream, fileName: string | undefined, _encoding, type) => {
    let cut: Error | null = null
    stream.on('error', (error) => {
      cut = error
    })
    stream.on('limit', () => fail(tooLarge(maxFileBytes)))
    if (failure !== undefined) return void stream.resume()
    if (name === undefined) return broken('A part of the form has no name. The part with the file is named `file`.')
    if (name !== filePart) return fault(name, 'unknown_field', 'isn’t a known field. The file goes in the part `file`')
    incoming = stream
    taken = options.file({ name: fileName ?? null, declaredType: declaredTypeOf(type), stream })
    taken.then(() => {
      if (!stream.readableEnded) fail(new Error('a file of a form was neither read to its end nor refused'))
    }, failed)
    // A reader that refuses may end the stream. Its refusal is reported, not the end of the stream.
    function failed(reason: unknown): void {
      if (cut === null || reason instanceof Refusal) fail(reason)
      else broken(`The form is truncated or malformed inside its file: ${cut.message}.`)
    }
  })
  form.on('field', (name: string | undefined, text, _nameTruncated, truncated) => {
    if (failure !== undefined) return
    if (name === undefined) return broken('A field of the form has no name.')
    if (!known.includes(name)) return fault(name, 'unknown_field', 'isn’t a known field')
    if (truncated) return fault(name, 'too_big', `must be at most ${maxFieldBytes} bytes long`)
    if (texts.has(name)) return fault(name, 'duplicate', 'must not be repeated')
    texts.set(name, text)
  })
  form.on('filesLimit', () => broken('The form has more than one file. Send one request for each.'))
  form.on('fieldsLimit', () => broken('The form has too many fields.'))
  form.on('partsLimit', () => broken('The form has more parts than one file and its fields.'))
  form.on('error', (error) => broken(`The form can’t be read: ${(error as Error).message}.`))
  form.on('finish', () => whole.resolve())
  body.on('error', fail)
  body.pipe(form)

  try {
    await whole.promise
    if (!taken) throw invalid([{ path: `/${filePart}`, code: 'required', message: 'is required (a file)' }])
    const file = await (taken as Promise<File>)
    return { file, fields: readFields(options.fields, texts) }
  } catch (error) {
    fail(error)
    // Wait, so that the work on the file is over before the client gets the refusal.
    await (taken as Promise<File> | null)?.catch(() => {})
    throw failure
  } finally {
    body.unpipe().destroy()
  }
}

function parserOf(request: FastifyRequest, limits: { readonly maxFileBytes: number; readonly fields: number }) {
  const type = request.raw.headers['content-type'] ?? ''
  try {
    return new Busboy({
      headers: { 'content-type': type },
      preservePath: true,
      highWaterMark: flowBytes,
      fileHwm: flowBytes,
      isPartAFile: (name, _type, fileName) => name === filePart || fileName !== undefined,
      limits: {
        files: 1,
        fileSize: limits.maxFileBytes,
        fields: limits.fields + 1,
        fieldSize: maxFieldBytes,
        parts: limits.fields + 3,
        headerPairs: 16,
        headerSize: 8 * 1024,
      },
    })
  } catch (error) {
    throw new Refusal('multipart_invalid', { detail: `The form can’t be read: ${(error as Error).message}.` })
  }
}

/**
 * Returns the declared type, if it is meaningful. The parser treats a part without a type as text, and no accepted file
 * is plain text.
 */
const declaredTypeOf = (type: string): string | null => (type === '' || type === 'text/plain' ? null : type)

function readFields<Fields extends z.ZodObject>(fields: Fields, texts: ReadonlyMap<string, string>): z.output<Fields> {
  const result = fields.safeParse(Object.fromEntries(texts), { reportInput: true })
  if (!result.success) throw invalid(result.error.issues.flatMap((issue) => faultsOf(issue, '')))
  return result.data
}
