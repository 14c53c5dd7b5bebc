import type { World } from '../../../core/network.ts'
import type { Blob, Blobs } from '../media/blobs.ts'
import type { Rules } from '../rules.ts'
import type { Account } from '../state/accounts.ts'
import { cidOf, type Repo, type Stored, uriOf } from '../state/repo.ts'
import { invalid, no } from '../wire/refusals.ts'
import type { BlobUse, Found, Ref } from './lexicon/embed.ts'
import { checkRecord, isKnown } from './lexicon/records.ts'

/** A record that has passed every check and is not stored yet. */
export interface Prepared {
  readonly record: Omit<Stored, 'indexedAt'>
  readonly blobs: readonly (BlobUse & { readonly blob: Blob })[]
  readonly found: Found
  readonly validationStatus: 'valid' | 'unknown'
}

export interface Writer {
  /** `also` has the records that the same call writes before this one. */
  prepare(account: Account, given: GivenRecord, also?: ReadonlyMap<string, string>): Prepared
  /** Stores the record, and adds it to the ledger if a person would see it. */
  store(prepared: Prepared, kind: 'new' | 'changed'): void
  remove(stored: Stored): void
}

interface WriteDeps {
  readonly repo: Repo
  readonly blobs: Blobs
  readonly rules: Rules
  /** Called for each new post. */
  readonly onPost: (stored: Omit<Stored, 'indexedAt'>) => void
}

interface GivenRecord {
  readonly collection: string
  readonly key: string
  readonly record: unknown
  readonly validate: boolean | undefined
}

const post = 'app.bsky.feed.post'

export function createWriter({ ledger }: World, { repo, blobs, rules, onPost }: WriteDeps): Writer {
  function checkBlob(account: Account, use: BlobUse): BlobUse & { blob: Blob } {
    const blob = blobs.find(account, use.cid) ?? no(400, 'BlobNotFound', `Could not find blob: ${use.cid}`)
    if (blob.size > use.maxBytes)
      no(
        400,
        'BlobTooLarge',
        `This file is too large. It is ${sized(blob.size)} but the maximum size is ${sized(use.maxBytes)}.`,
      )
    if (blob.mime !== use.mime)
      no(
        400,
        'InvalidMimeType',
        `Referenced Mimetype does not match stored blob. Expected: ${blob.mime}, Got: ${use.mime}`,
      )
    if (!use.accept.test(blob.mime))
      no(400, 'InvalidMimeType', `Wrong mimetype. It is ${blob.mime} but it must match ${use.acceptName}.`)
    if (blob.size !== use.size)
      no(400, 'InvalidSize', `Referenced size does not match stored blob. Expected: ${blob.size}, Got: ${use.size}`)
    return { ...use, blob }
  }

  /** Rejects a dangling reference. The real server stores it, and clients then show a post without its context. */
  function checkRef(ref: Ref, also: ReadonlyMap<string, string>): void {
    const cid = also.get(ref.uri) ?? repo.find(ref.uri)?.cid
    if (cid === undefined) invalid(`Record/${ref.as}: there is no record at ${ref.uri}`)
    if (cid !== ref.cid) invalid(`Record/${ref.as}: ${ref.uri} has the cid ${cid}, not ${ref.cid}`)
  }

  function checkThread({ refs }: Found): void {
    const [root, parent] = [refs.find(({ as }) => as === 'root'), refs.find(({ as }) => as === 'parent')]
    const above = parent ? repo.find(parent.uri)?.value.reply : undefined
    const top = isReply(above) ? above.root.uri : parent?.uri
    if (parent && repo.find(parent.uri) && root?.uri !== top)
      invalid(`Record/reply/root: the thread of the parent begins at ${top}`)
  }

  return {
    prepare(account, { collection, key, record, validate }, also = new Map()) {
      checkNames(collection, key)
      const value = typed(record, collection)
      const known = isKnown(collection)
      if (validate === true && !known) invalid(`Lexicon not found: lex:${collection}`)
      const how = { ...rules, strict: rules.strict }
      const found =
        known && validate !== false ? checkRecord(collection, key, value, how) : { blobs: [], refs: [], link: null }
      const uses = found.blobs.map((use) => checkBlob(account, use))
      if (rules.strict) {
        for (const ref of found.refs) checkRef(ref, also)
        checkThread(found)
      }
      const stored = { uri: uriOf(account, collection, key), key, collection, account, value, cid: cidOf(value) }
      return { record: stored, blobs: uses, found, validationStatus: known ? 'valid' : 'unknown' }
    },

    store({ record, blobs: uses, found }, kind) {
      for (const { blob } of uses) blob.held = true
      repo.put(record)
      if (record.collection !== post) return
      if (kind === 'new') onPost(record)
      const replyTo = found.refs.find(({ as }) => as === 'parent')?.uri ?? null
      const media = uses
        .filter(({ as }) => as === 'image' || as === 'video')
        .map(({ blob, as, alt }) => ({
          kind: as === 'video' ? ('video' as const) : ('image' as const),
          mime: blob.mime,
          bytes: blob.size,
          sha256: blob.sha256,
          alt,
          url: blob.url,
        }))
      const link = found.link
        ? [{ kind: 'link' as const, mime: null, bytes: null, sha256: null, alt: found.link.title, url: found.link.uri }]
        : []
      ledger.add({
        id: record.uri,
        network: 'bluesky',
        account: record.account.name,
        kind: kind === 'changed' ? 'edit' : replyTo === null ? 'post' : 'reply',
        text: String(record.value.text ?? ''),
        media: [...media, ...link],
        key: record.key,
        replyTo,
      })
    },

    remove({ uri, key, collection, account }) {
      repo.remove(uri)
      if (collection !== post) return
      const gone = { kind: 'delete' as const, text: '', media: [], key, replyTo: null }
      ledger.add({ id: uri, network: 'bluesky', account: account.name, ...gone })
    },
  }
}

function checkNames(collection: string, key: string): void {
  if (!/^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+\.[a-zA-Z][a-zA-Z0-9]*$/i.test(collection))
    invalid('Input/collection must be a valid nsid')
  if (!/^[a-zA-Z0-9._:~-]{1,512}$/.test(key) || key === '.' || key === '..')
    invalid('Input/rkey must be a valid record key')
}

function typed(record: unknown, collection: string): Readonly<Record<string, unknown>> {
  if (typeof record !== 'object' || record === null || Array.isArray(record))
    return invalid('Input/record must be an object')
  const type = '$type' in record ? record.$type : collection
  if (type !== collection) return invalid(`Invalid $type: expected ${collection}, got ${String(type)}`)
  return { ...record, $type: collection }
}

export const isReply = (value: unknown): value is { root: { uri: string }; parent: { uri: string } } =>
  typeof value === 'object' && value !== null && 'root' in value && 'parent' in value

const sized = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${(bytes / 1024).toFixed(2)}KB` : `${(bytes / 1024 / 1024).toFixed(2)}MB`
