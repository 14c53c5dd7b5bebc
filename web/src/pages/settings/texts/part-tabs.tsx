import { Link, useParams } from '@tanstack/react-router'
import { useMessages } from '#web/i18n/index.ts'
import { TabBar, tabStyle } from '#web/ui/choice/tab-bar.tsx'

/** Links between the saved texts and the mention book. */
export function PartTabs({ part }: { readonly part: 'texts' | 'mentions' }) {
  const { mentions: words } = useMessages('mentions')
  const { profileId } = useParams({ from: '/p/$profileId' })
  return (
    <TabBar label={words.parts}>
      {(['texts', 'mentions'] as const).map((one) => (
        <Link
          key={one}
          to="/p/$profileId/settings/texts"
          params={{ profileId }}
          search={(one === 'mentions' ? { part: one } : {}) as never}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={one === part ? 'page' : undefined}
          className={tabStyle}
        >
          {one === 'texts' ? words.saved : words.book}
        </Link>
      ))}
    </TabBar>
  )
}
