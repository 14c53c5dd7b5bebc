import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { chooseLanguage, currentLanguage, type Language, languages, useFrameMessages } from '#web/i18n/frame.ts'
import { Icon } from '#web/icons/icon.tsx'
import { Face } from '#web/ui/marks/face.tsx'
import { Menu, MenuChoice, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { isCodeShown } from '../form-calls.ts'
import { useSession } from '../session.ts'
import { chooseTheme, readTheme, type Theme } from '../theme.ts'
import { useSignOut } from '../use-sign-out.ts'
import { useIsOperator } from './use-is-operator.ts'

interface MenuProps {
  readonly profileId: string
  readonly isCompact?: boolean
}

/** The user menu: appearance, language, settings, documentation and sign-out. */
export function AccountMenu({ profileId, isCompact = false }: MenuProps) {
  const { adminPlaces, shell } = useFrameMessages()
  const isOperator = useIsOperator()
  const navigate = useNavigate()
  const session = useSession()
  const [theme, setTheme] = useState(readTheme)
  const user = session.state === 'in' || session.state === 'ended' ? session.signedIn.user : null
  const leave = useSignOut()
  return (
    <Menu
      label={isCompact ? (user?.name ?? shell.menu) : undefined}
      align={isCompact ? 'end' : 'start'}
      triggerClass={`flex min-h-10 items-center gap-2.5 rounded-sm px-2 text-start font-medium hover:bg-sunken ${isCompact ? '' : 'w-full max-wide:justify-center'}`}
      trigger={
        <>
          <Face name={user?.name ?? ''} url={user?.avatarUrl} size={24} />
          {!isCompact && <OneLine className="flex-1 max-wide:sr-only">{user?.name ?? ''}</OneLine>}
          {!isCompact && <Icon name="more" className="size-4 text-ink-3 max-wide:hidden" />}
        </>
      }
    >
      <MenuChoice
        label={shell.theme}
        value={theme}
        options={shell.themes}
        onChange={(next) => {
          chooseTheme(next as Theme)
          setTheme(next as Theme)
        }}
      />
      <MenuLine />
      <MenuChoice
        label={shell.language}
        value={currentLanguage()}
        options={languages}
        onChange={(next) => void chooseLanguage(next as Language)}
      />
      <MenuLine />
      <MenuItem onSelect={() => void navigate({ to: '/p/$profileId/settings', params: { profileId } })}>
        {shell.settings}
      </MenuItem>
      {isOperator && (
        <MenuItem onSelect={() => void navigate({ to: '/p/$profileId/admin', params: { profileId } })}>
          {adminPlaces.name}
        </MenuItem>
      )}
      <MenuItem onSelect={() => isCodeShown.write(true)}>{shell.asCode}</MenuItem>
      <MenuItem onSelect={() => window.open('/docs/guides', '_blank')}>{shell.guides}</MenuItem>
      <MenuItem onSelect={() => window.open('/docs', '_blank')}>{shell.apiReference}</MenuItem>
      <MenuLine />
      <MenuItem onSelect={() => void leave()}>{shell.signOut}</MenuItem>
    </Menu>
  )
}
