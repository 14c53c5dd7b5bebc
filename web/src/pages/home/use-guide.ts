import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { makeImport } from '#web/lib/make-import.ts'
import type { Post } from '#web/posts/post-time.ts'
import type { CardName, CardProps } from './starter/cards.ts'

/** Most visits need no card for new users, so their code is not part of the page. */
const loadStarter = makeImport(() => import('./starter/starter-card.tsx'))
const loadTour = makeImport(() => import('./starter/tour-card.tsx'))

/** Fetches a card with what it shows, so that it does not move the page when it comes. The card reports a failure. */
async function readGuide(card: CardName, published: readonly Post[]): Promise<ComponentType<CardProps>> {
  if (card === 'starter') {
    const { StarterCard, readAhead } = await loadStarter()
    await readAhead()
    return StarterCard
  }
  const { TourCard, readAhead } = await loadTour()
  await readAhead(published)
  return TourCard
}

/** Returns the card for a new user. Null if none is needed or its code could not be fetched. Undefined until known. */
export function useGuide(
  card: CardName | null | undefined,
  published: readonly Post[],
): ComponentType<CardProps> | null | undefined {
  const guide = useQuery({
    queryKey: ['guide', card, ...published.map(({ id }) => id)],
    queryFn: () => readGuide(card ?? 'starter', published),
    enabled: typeof card === 'string',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (typeof card !== 'string') return card
  return guide.isError ? null : guide.data
}
