/** An image that was loaded from elsewhere. */
export interface KeptImage {
  readonly bytes: Buffer
  readonly contentType: string
}

/** The latest images, and those that are loading. */
export interface KeptImages {
  /** Returns an image, loading each URL once. Returns null if too many are loading. */
  get(url: string, load: () => Promise<KeptImage>): Promise<KeptImage> | null
}

interface Most {
  readonly bytes: number
  readonly loading: number
}

/** Creates a cache of images in memory, with a limit of their total size. The one that was stored first makes room. */
export function createKeptImages(most: Most): KeptImages {
  const kept = new Map<string, KeptImage>()
  const loading = new Map<string, Promise<KeptImage>>()
  let size = 0
  const keep = (url: string, image: KeptImage) => {
    kept.set(url, image)
    size += image.bytes.length
    for (const [oldest, { bytes }] of kept) {
      if (size <= most.bytes) return
      kept.delete(oldest)
      size -= bytes.length
    }
  }
  return {
    get(url, load) {
      const known = kept.get(url)
      if (known) return Promise.resolve(known)
      const running = loading.get(url)
      if (running) return running
      if (loading.size >= most.loading) return null
      const loaded = load()
        .then((image) => {
          keep(url, image)
          return image
        })
        .finally(() => loading.delete(url))
      loading.set(url, loaded)
      return loaded
    },
  }
}
