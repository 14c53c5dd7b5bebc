import type { Received } from '../../../core/http/request.ts'
import type { World } from '../../../core/network.ts'
import type { Rules } from '../rules.ts'
import type { Account } from '../state/accounts.ts'
import { blobCid } from '../state/cid.ts'

/** A file that an account has uploaded. A record must refer to it within `unusedBlobMs`, or the file is deleted. */
export interface Blob {
  readonly cid: string
  readonly mime: string
  readonly size: number
  readonly sha256: string
  /** The URL at which the sandbox shows the file. */
  readonly url: string
  /** The time of the upload, or the end of a video's processing, which may be in the future. */
  fromMs: number
  held: boolean
}

export interface Blobs {
  add(account: Account, file: Received, mime: string, fromMs?: number): Blob
  find(account: Account, cid: string): Blob | null
  /** Deletes the blobs that no record refers to. */
  forgetUnused(account: Account): void
}

export function createBlobs({ clock, media }: World, rules: Rules): Blobs {
  const byAccount = new Map<string, Map<string, Blob>>()
  return {
    add(account, file, mime, fromMs = clock.ms()) {
      const cid = blobCid(file.sha256)
      const blobs = byAccount.get(account.did) ?? new Map<string, Blob>()
      byAccount.set(account.did, blobs)
      const old = blobs.get(cid)
      const url = media.keep('bluesky', cid, file, mime)
      const blob = {
        cid,
        mime,
        size: file.size,
        sha256: file.sha256.toString('hex'),
        url,
        fromMs,
        held: old?.held ?? false,
      }
      blobs.set(cid, blob)
      return blob
    },
    find(account, cid) {
      const blob = byAccount.get(account.did)?.get(cid)
      if (!blob || blob.fromMs > clock.ms()) return null
      if (blob.held || clock.ms() - blob.fromMs < rules.unusedBlobMs) return blob
      byAccount.get(account.did)?.delete(cid)
      return null
    },
    forgetUnused(account) {
      const blobs = byAccount.get(account.did)
      for (const [cid, blob] of blobs ?? []) if (!blob.held) blobs?.delete(cid)
    },
  }
}

export const blobJson = ({ cid, mime, size }: Blob): object => ({
  $type: 'blob',
  ref: { $link: cid },
  mimeType: mime,
  size,
})
