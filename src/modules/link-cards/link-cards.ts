import type { CallCounts } from '#kernel/calls-a-minute.ts'
import { hours, minutes } from '#kernel/clock.ts'
import type { UserId } from '#kernel/ids.ts'
import { keepLatest } from '#kernel/keep-latest.ts'
import { createKeptImages, type KeptImage } from '#kernel/kept-images.ts'
import { type LinkPage, type LoadDeps, loadImage, loadPage } from './load-page.ts'

/** Limits of what is kept about pages. All of it is in memory, so another process reads a page again. */

const readKeptMs = hours(1)
/** A page without a card is read again earlier: its owner may be adding the tags right now. */
const unreadKeptMs = minutes(2)
const pagesMost = 500
const loadingMost = 16
const imagesMost = { bytes: 24 * 1024 * 1024, loading: 16 }

interface Kept {
  readonly at: Date
  readonly page: LinkPage | null
}

/** The pages that posts link to, as their heads describe them. */
export interface LinkCards {
  /** The page, or null if it makes no card. Undefined if it was not read lately. */
  known(url: string): LinkPage | null | undefined
  /** Returns the page, reading each URL once. Returns `'busy'` if too many are being read. */
  read(url: string): Promise<LinkPage | null | 'busy'>
  /** Returns the image of a page. Null if it cannot be shown, or too many are loading. */
  image(url: string): Promise<KeptImage | null>
  /** The readings of each user. */
  readonly calls: CallCounts<UserId>
}

export function createLinkCards(deps: LoadDeps): LinkCards {
  const pages = new Map<string, Kept>()
  const loading = new Map<string, Promise<LinkPage | null>>()
  const images = createKeptImages(imagesMost)
  const image = (url: string) => {
    const load = async () => (await loadImage(deps, url)) ?? Promise.reject(new NoImage())
    return Promise.resolve(images.get(url, load)).catch((error: unknown) => {
      if (error instanceof NoImage) return null
      throw error
    })
  }
  async function load(url: string): Promise<LinkPage | null> {
    const found = await loadPage(deps, url)
    // An image that cannot be shown is none, so that no reader requests it.
    const isShown = found !== null && found.image !== null && (await image(found.image)) !== null
    const page = found === null || isShown ? found : { ...found, image: null }
    keepLatest(pages, url, { at: deps.clock.now(), page }, pagesMost)
    return page
  }
  function known(url: string) {
    const kept = pages.get(url)
    if (!kept) return
    const isFresh =
      Math.abs(deps.clock.now().getTime() - kept.at.getTime()) < (kept.page === null ? unreadKeptMs : readKeptMs)
    return isFresh ? kept.page : undefined
  }
  return {
    calls: new Map(),
    image,
    known,
    async read(url) {
      const before = known(url)
      if (before !== undefined) return before
      const running = loading.get(url)
      if (running) return running
      if (loading.size >= loadingMost) return 'busy'
      const started = load(url).finally(() => loading.delete(url))
      loading.set(url, started)
      return started
    },
  }
}

/** Ends the loading of something else than an image, so that nothing is kept. */
class NoImage extends Error {}
