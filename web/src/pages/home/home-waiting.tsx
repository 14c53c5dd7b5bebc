import { useMessages } from '#web/i18n/index.ts'
import { Section } from '#web/ui/section.tsx'
import { Loading } from '#web/ui/waiting/loading.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { shownPosts } from './home-posts.ts'
import { WeekFrame } from './week-numbers.tsx'

export const twoPanels = 'grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[repeat(2,minmax(0,1fr))]'

/** The placeholder of the page while its posts are loading. It appears after a moment. */
export function HomeWaiting() {
  const { home } = useMessages()
  return (
    <div className="grid animate-late grid-cols-[minmax(0,1fr)] gap-6">
      <Section title={home.needsYou}>
        <Loading />
      </Section>
      <WeekFrame />
      <div className={twoPanels}>
        {[home.next, home.recent].map((title) => (
          <Section key={title} title={title}>
            <WaitingRows count={shownPosts} isSilent />
          </Section>
        ))}
      </div>
    </div>
  )
}
