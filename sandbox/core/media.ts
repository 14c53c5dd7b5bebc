import type { Received } from './request.ts'

/** Of one file so much is kept; the rest is only counted and hashed. */
export const keptBytes = 8 * 1024 * 1024
/** Of all files together; the oldest go first. */
const maxBytes = 64 * 1024 * 1024

export interface Media {
  /** Keeps the bytes to show them at `/media/<network>/<id>`; answers that address. */
  keep(network: string, id: string, file: Received, mime: string): string
  find(network: string, id: string): { readonly bytes: Buffer; readonly mime: string } | null
  readonly bytes: number
}

/** Pictures for the feed pages, in memory. Networks keep what they know of a file themselves: this may forget it. */
export function createMedia(url: () => string): Media {
  const kept = new Map<string, { bytes: Buffer; mime: string }>()
  let bytes = 0
  const drop = (key: string) => {
    bytes -= kept.get(key)?.bytes.length ?? 0
    kept.delete(key)
  }
  return {
    get bytes() {
      return bytes
    },
    keep(network, id, file, mime) {
      const key = `${network}/${id}`
      drop(key)
      if (file.whole) {
        kept.set(key, { bytes: file.bytes, mime })
        bytes += file.bytes.length
        for (const oldest of kept.keys()) {
          if (bytes <= maxBytes) break
          drop(oldest)
        }
      }
      return `${url()}/media/${network}/${encodeURIComponent(id)}`
    },
    find: (network, id) => kept.get(`${network}/${id}`) ?? null,
  }
}
