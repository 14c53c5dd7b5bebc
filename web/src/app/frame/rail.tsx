import { Link } from '@tanstack/react-router'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { buttonStyle } from '#web/ui/button.tsx'
import { useRights } from '../rights/rights.ts'
import { AccountMenu } from './account-menu.tsx'
import { places } from './navigation.ts'
import { ProfileSwitcher } from './profile-switcher.tsx'
import { useIsOperator } from './use-is-operator.ts'

const placeStyle =
  'flex min-h-9 items-center gap-2.5 rounded-md px-2.5 text-ink-2 hover:bg-sunken hover:text-ink aria-[current=page]:bg-sunken aria-[current=page]:font-medium aria-[current=page]:text-ink'

/** The navigation on wide screens. */
export function Rail({ profileId }: { readonly profileId: string }) {
  const { adminPlaces, shell } = useMessages()
  const isOperator = useIsOperator()
  const { isReadOnly, mayWrite } = useRights()
  return (
    <nav
      aria-label={shell.menu}
      className="sticky top-(--top) hidden h-[calc(100dvh-var(--top))] w-56 shrink-0 flex-col gap-1 border-line border-e bg-surface p-3 md:flex"
    >
      <ProfileSwitcher profileId={profileId} />
      {mayWrite ? (
        <Link to="/p/$profileId/compose" params={{ profileId }} className={`${buttonStyle('primary')} my-2`}>
          <Icon name="plus" className="size-4" />
          {shell.newPost}
        </Link>
      ) : (
        <p className="my-2 rounded-md bg-sunken px-2.5 py-2 text-ink-2 text-sm">
          {isReadOnly ? shell.readOnly.note : shell.viewOnly.note}
        </p>
      )}
      {places.map(({ to, name, icon }) => (
        <Link key={to} to={to} params={{ profileId }} activeOptions={{ exact: name === 'home' }} className={placeStyle}>
          <Icon name={icon} className="size-4.5" />
          {shell.nav[name]}
        </Link>
      ))}
      <div className="mt-auto grid grid-cols-[minmax(0,1fr)] gap-1">
        {isOperator && (
          <Link to="/p/$profileId/admin" params={{ profileId }} className={placeStyle}>
            <Icon name="server" className="size-4.5" />
            {adminPlaces.name}
          </Link>
        )}
        <Link to="/p/$profileId/settings" params={{ profileId }} className={placeStyle}>
          <Icon name="gear" className="size-4.5" />
          {shell.settings}
        </Link>
        <AccountMenu profileId={profileId} />
      </div>
    </nav>
  )
}
