import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useFrameMessages } from '#web/i18n/frame.ts'
import { Icon, type IconName } from '#web/icons/icon.tsx'
import { buttonStyle } from '#web/ui/button.tsx'
import { HornTile } from '#web/ui/marks/horn.tsx'
import { inboxCountsQuery } from '../inbox-counts-query.ts'
import { useRights } from '../rights/rights.ts'
import { AccountMenu } from './account-menu.tsx'
import { Bell } from './bell.tsx'
import { FindButton } from './find-button.tsx'
import { places } from './navigation.ts'
import { ProfileSwitcher } from './profile-switcher.tsx'
import { useIsOperator } from './use-is-operator.ts'

const placeStyle =
  'group flex min-h-9 items-center gap-2.5 rounded-sm px-2 font-medium text-ink-2 hover:bg-sunken aria-[current=page]:bg-pressed aria-[current=page]:text-ink wide:min-h-8 max-wide:justify-center'

/** The navigation on wide screens: with words, or with icons alone where the window is not as wide. */
export function Rail({ profileId }: { readonly profileId: string }) {
  const { adminPlaces, shell } = useFrameMessages()
  const isOperator = useIsOperator()
  const { isReadOnly, mayWrite } = useRights()
  return (
    <nav
      aria-label={shell.menu}
      className="sticky top-(--top) hidden h-[calc(100dvh-var(--top))] w-(--rail) shrink-0 flex-col overflow-y-auto border-line border-e bg-[color-mix(in_oklab,var(--surface)_60%,var(--bg))] p-3 [scrollbar-width:none] md:flex"
    >
      <div className="flex min-h-9 items-center gap-2.25 px-1.5 max-wide:flex-col max-wide:justify-center">
        <HornTile />
        <span className="font-title text-[0.9375rem] tracking-title max-wide:sr-only">Posthorn</span>
        <span className="-me-1.5 ms-auto max-wide:mx-auto">
          <Bell />
        </span>
      </div>
      <div className="mt-2.5 grid grid-cols-[minmax(0,1fr)] gap-2">
        <ProfileSwitcher profileId={profileId} />
        <FindButton />
        {mayWrite ? (
          <Link
            to="/p/$profileId/compose"
            params={{ profileId }}
            title={shell.newPost}
            className={`${buttonStyle('primary')} max-wide:px-0`}
          >
            <Icon name="plus" className="size-4.5" />
            <span className="max-wide:sr-only">{shell.newPost}</span>
          </Link>
        ) : (
          <p className="rounded-md bg-sunken px-2.5 py-2 text-ink-2 text-sm max-wide:sr-only">
            {isReadOnly ? shell.readOnly.note : shell.viewOnly.note}
          </p>
        )}
      </div>
      <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-px">
        {places.map(({ to, name, icon }) => (
          <Link
            key={to}
            to={to}
            params={{ profileId }}
            activeOptions={{ exact: name === 'home' }}
            title={shell.nav[name]}
            className={placeStyle}
          >
            <PlaceIcon name={icon} />
            <span className="max-wide:sr-only">{shell.nav[name]}</span>
            {name === 'inbox' && <InboxCount profileId={profileId} />}
          </Link>
        ))}
      </div>
      <div className="mt-auto grid grid-cols-[minmax(0,1fr)] gap-px pt-3">
        {isOperator && (
          <Link to="/p/$profileId/admin" params={{ profileId }} title={adminPlaces.name} className={placeStyle}>
            <PlaceIcon name="server" />
            <span className="max-wide:sr-only">{adminPlaces.name}</span>
          </Link>
        )}
        <Link to="/p/$profileId/settings" params={{ profileId }} title={shell.settings} className={placeStyle}>
          <PlaceIcon name="gear" />
          <span className="max-wide:sr-only">{shell.settings}</span>
        </Link>
        <AccountMenu profileId={profileId} />
      </div>
    </nav>
  )
}

const PlaceIcon = ({ name }: { readonly name: IconName }) => (
  <Icon name={name} className="size-4.5 text-ink-3 group-aria-[current=page]:text-ink" />
)

/** The number of open conversations, at the inbox in the rail. The part of the frame that loads later fetches it. */
function InboxCount({ profileId }: { readonly profileId: string }) {
  const open = useQuery({ ...inboxCountsQuery(profileId), enabled: false }).data?.open
  return !!open && <span className="nums ms-auto font-semibold text-failed text-xs max-wide:sr-only">{open}</span>
}
