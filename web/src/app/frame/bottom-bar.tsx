import { Link, useNavigate } from '@tanstack/react-router'
import { useFrameMessages } from '#web/i18n/frame.ts'
import { Icon } from '#web/icons/icon.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { WritersOnly } from '../rights/only.tsx'
import { places } from './navigation.ts'

const itemStyle =
  'grid min-h-14 content-center justify-items-center gap-0.5 font-medium text-2xs text-ink-3 tracking-tight aria-[current=page]:text-brand'

/** The navigation on phones, with the button for a new post in the middle, within reach of the thumb. */
export function BottomBar({ profileId }: { readonly profileId: string }) {
  const { shell } = useFrameMessages()
  const navigate = useNavigate()
  const onPhone = places.filter(({ isOnPhone }) => isOnPhone)
  const [before, after] = [onPhone.slice(0, 2), onPhone.slice(2)]
  const link = ({ to, name, icon }: (typeof places)[number]) => (
    <Link key={to} to={to} params={{ profileId }} activeOptions={{ exact: name === 'home' }} className={itemStyle}>
      <Icon name={icon} />
      {shell.nav[name]}
    </Link>
  )
  return (
    <nav
      aria-label={shell.menu}
      className="fixed inset-x-0 bottom-0 z-20 grid auto-cols-fr grid-flow-col border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {before.map(link)}
      <WritersOnly>
        <Link
          to="/p/$profileId/compose"
          params={{ profileId }}
          aria-label={shell.newPost}
          className="grid place-items-center"
        >
          <span className="grid size-11 place-items-center rounded-[14px] bg-brand text-on-brand">
            <Icon name="plus" />
          </span>
        </Link>
      </WritersOnly>
      {after.map(link)}
      <Menu
        align="end"
        triggerClass={itemStyle}
        trigger={
          <>
            <Icon name="more" />
            {shell.more}
          </>
        }
      >
        {places
          .filter(({ isOnPhone }) => !isOnPhone)
          .map(({ to, name, icon }) => (
            <MenuItem key={to} onSelect={() => void navigate({ to, params: { profileId } })}>
              <Icon name={icon} className="size-4.5" />
              {shell.nav[name]}
            </MenuItem>
          ))}
        <MenuItem onSelect={() => void navigate({ to: '/p/$profileId/settings', params: { profileId } })}>
          <Icon name="gear" className="size-4.5" />
          {shell.settings}
        </MenuItem>
      </Menu>
    </nav>
  )
}
