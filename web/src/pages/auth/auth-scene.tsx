import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { AccountFace } from '#web/ui/marks/account-face.tsx'

/** An evening sky in the colors of the product, the same in both modes. */
const sky =
  'bg-[radial-gradient(120%_90%_at_80%_10%,color-mix(in_oklch,var(--brand)_32%,var(--night)),var(--night)_70%)]'

const rows = [
  { network: 'bluesky', handle: '@lantern.coffee', at: '10:00:00' },
  { network: 'instagram', handle: '@lanterncoffee', at: '10:00:02' },
  { network: 'linkedin', handle: 'Lantern Coffee', at: '10:00:01' },
  { network: 'mastodon', handle: '@lantern@coffee.social', at: '10:00:01' },
  { network: 'youtube', handle: 'Lantern Roastery', at: '10:00:03' },
] as const

/** The other half of the pages before sign-in: a post that reaches five networks. Screen readers skip it. */
export function AuthScene() {
  const { auth } = useMessages()
  return (
    <aside aria-hidden="true" className={`hidden content-center justify-center gap-7 p-12 lg:grid ${sky}`}>
      <p data-theme="dark" className="max-w-110 text-balance font-title text-ink text-2xl tracking-title">
        {auth.welcome}
      </p>
      <div className="w-110 max-w-full overflow-hidden rounded-lg bg-surface shadow-3">
        <div className="flex items-start gap-3.5 p-4">
          <Mug />
          <div className="grid gap-1">
            <p className="font-medium">{auth.scene.post}</p>
            <p className="text-ink-3 text-xs">{auth.scene.time}</p>
          </div>
        </div>
        <div className="h-0.75 bg-brass" />
        {rows.map(({ network, handle, at }) => (
          <div key={network} className="flex h-11 items-center gap-3 border-line border-b px-4 last:border-b-0">
            <AccountFace account={{ network, handle }} size={28} />
            <span className="min-w-0 flex-1 truncate font-medium">{handle}</span>
            <span className="nums inline-flex items-center gap-1.5 font-medium text-published text-sm">
              <Icon name="check" className="size-4" />
              {at}
            </span>
          </div>
        ))}
      </div>
    </aside>
  )
}

/** The picture of the post: a cup that steams. */
const Mug = () => (
  <svg viewBox="0 0 72 72" aria-hidden="true" className="size-18 shrink-0 rounded-md bg-brass-tint text-brass-ink">
    <path d="M18 32h30v12a12 12 0 0 1-12 12h-6a12 12 0 0 1-12-12z" fill="currentColor" />
    <path
      d="M48 36h3a6 6 0 0 1 0 12h-3.5M27 25c-3-4 3-5 0-9M39 25c-3-4 3-5 0-9"
      fill="none"
      stroke="currentColor"
      strokeWidth="3"
      strokeLinecap="round"
    />
  </svg>
)
