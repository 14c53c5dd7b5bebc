import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { profilesQuery } from '../queries.ts'

/** Shows the name of the open profile and switches to another. */
export function ProfileSwitcher({ profileId }: { readonly profileId: string }) {
  const { shell } = useMessages()
  const navigate = useNavigate()
  const { data: profiles } = useQuery(profilesQuery)
  const current = profiles?.find(({ id }) => id === profileId)
  const name = current?.name ?? (profiles ? shell.noProfile : '')
  return (
    <Menu
      triggerClass="flex min-h-11 w-full items-center gap-2.5 rounded-md px-2 text-start hover:bg-sunken"
      trigger={
        <>
          <ProfileTile name={current ? name : ''} color={current?.brandColor ?? null} />
          <span className="sr-only">{shell.profile}: </span>
          <span className="line-clamp-2 min-w-0 flex-1 break-words font-semibold leading-tight">
            <bdi>{name}</bdi>
          </span>
          <Icon name="chevron" className="size-4 text-ink-3" />
        </>
      }
    >
      {profiles?.map(({ id, name, brandColor }) => (
        <MenuItem key={id} onSelect={() => void navigate({ to: '/p/$profileId', params: { profileId: id } })}>
          <ProfileTile name={name} color={brandColor} />
          <OneLine className="max-w-56">{name}</OneLine>
        </MenuItem>
      ))}
    </Menu>
  )
}

function ProfileTile({ name, color }: { readonly name: string; readonly color: string | null }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-7 shrink-0 place-items-center overflow-hidden rounded-sm bg-ink font-semibold text-bg text-xs"
      style={color ? { background: color } : undefined}
    >
      {firstLetter(name)}
    </span>
  )
}

/** The first grapheme, which may be several code points. */
function firstLetter(name: string): string {
  const text = name.trim()
  // Most names need no segmenter. Creating one takes as long as drawing ten rows of a list.
  if (/^[\w ]{2}/.test(text)) return text.charAt(0).toUpperCase()
  const [first] = new Intl.Segmenter().segment(text)
  return first?.segment.toUpperCase() ?? ''
}
