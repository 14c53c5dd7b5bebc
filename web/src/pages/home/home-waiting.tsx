import { useMessages } from '#web/i18n/index.ts'
import { Section } from '#web/ui/section.tsx'
import { Loading } from '#web/ui/waiting/loading.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { shownPosts } from './home-posts.ts'
import { WeekFrame } from './week-numbers.tsx'

export const twoColumns =
  'grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20.5rem] wide:grid-cols-[minmax(0,1fr)_21rem]'

/** One of the columns, with its sections. */
export const column = 'grid grid-cols-[minmax(0,1fr)] content-start gap-6'

/** The placeholder of the page while its posts are loading. It appears after a moment. */
export function HomeWaiting() {
  const { home } = useMessages()
  return (
    <div className={`animate-late ${twoColumns}`}>
      <div className={column}>
        <Section title={home.needsYou}>
          <Loading />
        </Section>
        <Section title={home.next}>
          <WaitingRows count={shownPosts} isSilent />
        </Section>
      </div>
      <div className={column}>
        <WeekFrame />
        <Section title={home.recent}>
          <WaitingRows count={shownPosts} isSilent />
        </Section>
      </div>
    </div>
  )
}
