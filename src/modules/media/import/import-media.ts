import { createFairLine, type FairLine, type Turn } from '#infra/fair-line/fair-line.ts'
import { refuseWhenUnavailable } from '#infra/media-worker/index.ts'
import type { Caller } from '#kernel/caller.ts'
import { seconds } from '#kernel/clock.ts'
import type { MediaDeps } from '../deps.ts'
import { findOwner } from '../media-for.ts'
import { type PresentedMedia, presentMedia } from '../present.ts'
import { createMedia } from '../receiving/create-media.ts'
import type { FileClaim } from '../receiving/families.ts'
import { type ReceivedFile, receiveFile } from '../receiving/receive-file.ts'
import { requireStorage } from '../storage/require-storage.ts'
import type { MediaSource } from '../store.ts'
import { fetchFile, nameInUrl } from './fetch-file.ts'
import type { ImportInput } from './schema.ts'

/**
 * Imports a file from a URL. A file name from the other server is not a claim by the caller, so only the caller's
 * `fileName` must match the content.
 */
export function importMedia(
  deps: MediaDeps,
  caller: Caller,
  { url, fileName, ...params }: ImportInput,
  signal?: AbortSignal,
): Promise<PresentedMedia> {
  return importLocated(deps, caller, { ...params, fileName }, async () => ({ url, name: nameInUrl(url) }), signal)
}

/** A file elsewhere that is to be imported. */
interface LocatedFile {
  readonly url: string
  /** The name if the caller gave none. */
  readonly name: string
  readonly altText?: string | null
  readonly source?: MediaSource
  /** The only origin that may have a private address, because the operator configured it. */
  readonly trustedOrigin?: string
}

/** Imports the file that `locate` finds. It is called when the caller may add a file and has space for it. */
export async function importLocated(
  deps: MediaDeps,
  caller: Caller,
  params: Omit<ImportInput, 'url'>,
  locate: () => Promise<LocatedFile>,
  signal?: AbortSignal,
): Promise<PresentedMedia> {
  const { profileId = null, altText, fileName = null } = params
  const ownerUid = await findOwner(deps.db, caller, profileId)
  await requireStorage(deps, deps.db, ownerUid, 1)
  const file = await locate()
  const claim = { fileName, declaredTypes: [], purpose: 'media' as const }
  const received = await refuseWhenUnavailable(() => fetchInTurn(deps, { owner: ownerUid, signal }, file, claim))
  const { media } = await createMedia(deps, received, {
    caller,
    ownerUid,
    authorUid: caller.uid,
    profileId,
    claim,
    otherwiseNamed: file.name,
    altText: altText ?? file.altText ?? null,
    ...(file.source && { source: file.source }),
    uploadPath: null,
    signal,
  })
  return presentMedia(deps, media)
}

async function fetchInTurn(
  deps: MediaDeps,
  turn: Turn,
  { url, trustedOrigin }: LocatedFile,
  claim: FileClaim,
): Promise<ReceivedFile> {
  const place = await deps.importLine.enter(turn)
  try {
    return await fetchFile(deps, url, (source) => receiveFile(deps, source, claim), { trustedOrigin })
  } finally {
    place.leave()
  }
}

const bounds = { places: 48, placesOfOne: 4, waitingMax: 256 } as const

/**
 * Queues imports from other servers. An unresponsive server occupies a place for half a minute, so an owner may have a
 * few places at a time but never all of them. A caller without a place within ten seconds gets 503 and can try again
 * before the client times out.
 */
export const createImportLine = (waitMaxMs = seconds(10)): FairLine => createFairLine({ ...bounds, waitMaxMs })
