import { createWriteStream } from 'node:fs'
import { readFile, rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { readForm } from '#infra/http/request/multipart.ts'
import { refuseWhenUnavailable } from '#infra/media-worker/index.ts'
import { diskFault } from '#infra/storage/index.ts'
import { type RefusalCode, refuse } from '#kernel/errors.ts'
import type { UserId } from '#kernel/ids.ts'
import { faceMaxBytes } from '#rules/file-size.ts'
import type { FaceDeps } from './deps.ts'
import { faceRule } from './face-rule.ts'
import { faceForm } from './schema.ts'

type ReceiveDeps = Pick<FaceDeps, 'scratch' | 'mediaWorker'>

/** Reasons to refuse an uploaded photo. */
export const faceRefusals = [
  'multipart_invalid',
  'media_empty',
  'media_type_not_allowed',
  'media_type_mismatch',
  'media_unreadable',
  'media_too_complex',
  'media_active_content',
  'media_too_large',
  'media_busy',
  'media_suspended',
  'storage_unavailable',
] as const satisfies readonly RefusalCode[]

/** Reads a form with a photo and converts the photo to a face. An unusable file is refused. */
export async function receiveFace(
  deps: ReceiveDeps,
  request: Parameters<typeof readForm>[0],
  owner: UserId,
): Promise<Buffer> {
  const file = ({ stream }: { readonly stream: Readable }) =>
    refuseWhenUnavailable(() => convertStream(deps, stream, owner))
  return (await readForm(request, { maxFileBytes: faceMaxBytes, fields: faceForm, file })).file
}

async function convertStream({ scratch, mediaWorker }: ReceiveDeps, source: Readable, owner: UserId): Promise<Buffer> {
  const from = await scratch.newPath()
  const to = `${from}-face`
  try {
    await pipeline(source, createWriteStream(from))
    if ((await stat(from)).size === 0) refuse('media_empty', { detail: 'The part `file` is empty. Send an image.' })
    const examined = await mediaWorker.examine(from, { owner })
    if (examined.outcome === 'bad') refuse(examined.code, { detail: examined.detail })
    const { facts } = examined
    if (facts.kind !== 'image')
      refuse('media_type_not_allowed', { detail: 'A photo is a JPEG, PNG, WebP or GIF image. Choose one of these.' })
    const fitted = await mediaWorker.fit(from, { ...facts, animated: false, frames: 1 }, faceRule, to, { owner })
    if (fitted.outcome === 'cannot') refuse('media_unreadable', { detail: fitted.detail })
    return await readFile(fitted.outcome === 'fitted' ? to : from)
  } catch (error) {
    throw diskFault(error)
  } finally {
    await rm(from, { force: true })
    await rm(to, { force: true })
  }
}
