import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { drawPage, type LinkPage, linksOf } from '#rules/previews/link-page.ts'
import type { DrawCard } from '#rules/previews/post.ts'
import { api } from '#web/app/api.ts'
import type { LinkCardsProps } from './post-preview.tsx'

/** A link that has not changed for this long is not being typed any more. */
const settledMs = 1_000
const readKeptMs = 3_600_000

/** Finds the pages that the post links to. It shows nothing itself: the preview draws their cards. */
export function LinkCards({ post, onFound }: LinkCardsProps) {
  const client = useQueryClient()
  const links = linksOf(post).filter(isPage).join('\n')
  useEffect(() => {
    let isGone = false
    const find = async () => {
      const asked = links.split('\n').map((url) => client.fetchQuery(linkCardQuery(url)).catch(() => null))
      const pages = new Map((await Promise.all(asked)).flatMap((page) => (page ? [page] : [])))
      if (!isGone) onFound({ drawCard: (shown, link, isWide) => drawFound(pages, shown, link, isWide) })
    }
    const timer = links === '' ? undefined : setTimeout(find, settledMs)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [client, links, onFound])
  return null
}

/** True for the URL of a page. A host without a dot is not typed to its end, or is not public. */
function isPage(link: string): boolean {
  if (!URL.canParse(link)) return false
  const { protocol, host } = new URL(link)
  return /^https?:$/.test(protocol) && host.includes('.')
}

/** Requests each link once while its page is shown. A page without a card counts as well. */
const linkCardQuery = (url: string) => ({
  queryKey: ['link-card', url],
  queryFn: async (): Promise<readonly [string, LinkPage] | null> => {
    const { state, title, description, imageUrl } = await api.getLinkCard({ url })
    if (state === 'limited') throw new Error('Too many pages are being read.')
    return title === null ? null : [url, { title, description, imageUrl }]
  },
  retry: false,
  staleTime: readKeptMs,
  gcTime: readKeptMs,
})

function drawFound(
  pages: ReadonlyMap<string, LinkPage>,
  ...[post, link, isWide]: Parameters<DrawCard>
): ReturnType<DrawCard> {
  const page = pages.get(link)
  return page ? drawPage(post, link, page, isWide) : null
}
