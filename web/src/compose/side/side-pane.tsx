import { type ReactNode, useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { makeImport } from '#web/lib/make-import.ts'
import { hasContent, PostPreview } from '#web/posts/preview/post-preview.tsx'
import { Button, iconButtonStyle } from '#web/ui/button.tsx'
import { makeLatePart } from '#web/ui/late/late-part.tsx'
import { AccountFace } from '#web/ui/marks/account-face.tsx'
import { networks } from '#web/ui/marks/network-mark.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { paneId, tabIdOf } from '../accounts/account-row.tsx'
import type { Account } from '../draft/draft.ts'
import type { ShownPost } from './shown-post.ts'

const loadCards = makeImport(() => import('#web/posts/preview/link-cards.tsx'))
const LinkCards = makeLatePart(async () => (await loadCards()).LinkCards)

interface SideProps {
  readonly account: Account
  readonly shown: ShownPost
  readonly isOnly: boolean
  readonly hasOwnText: boolean
  /** Gives the account a custom text. */
  readonly onCustomize: () => void
  /** Removes the other accounts from the post. */
  readonly onOnly: () => void
  readonly onTurnOff: () => void
  /** The findings of the check. */
  readonly problems: ReactNode
  readonly options: ReactNode
}

/** The apps of these networks show a post as a narrow card. */
const widths: Readonly<Partial<Record<Account['network'], string>>> = {
  pinterest: 'max-w-58',
  instagram: 'max-w-72',
  tiktok: 'max-w-72',
}

/** One account: its preview, then what is wrong there, then its options. */
export function SidePane(props: SideProps) {
  const { account, shown, isOnly, hasOwnText, onCustomize, onOnly, onTurnOff, problems, options } = props
  const { preview, writing } = useMessages()
  const [theme, setTheme] = useState<'light' | 'dark' | null>(null)
  const now = theme ?? (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light')
  const { name } = networks[account.network]
  const textNote = hasOwnText ? writing.ownText : isOnly ? writing.onlyText : writing.sameText
  return (
    <div id={paneId} role="tabpanel" aria-labelledby={tabIdOf(account.id)} className="min-w-0">
      <div className="flex min-h-16 items-center gap-2.5 border-line border-b py-2 ps-5 pe-3">
        <AccountFace account={account} size={36} />
        <div className="min-w-0 flex-1 leading-4.5">
          <OneLine className="font-semibold">{account.displayName ?? account.handle}</OneLine>
          <p className="truncate text-ink-3 text-xs">
            {name} · {textNote}
          </p>
        </div>
        {!hasOwnText && !isOnly && (
          <Button className="min-h-8! text-sm max-md:min-h-10!" onClick={onCustomize}>
            {writing.customize}
          </Button>
        )}
        <Menu
          label={writing.accountMenu}
          align="end"
          triggerClass={iconButtonStyle}
          trigger={<Icon name="more" className="size-5" />}
        >
          {!isOnly && <MenuItem onSelect={onOnly}>{writing.onlyThisAccount}</MenuItem>}
          <MenuItem onSelect={onTurnOff}>{writing.turnOff}</MenuItem>
          <MenuItem onSelect={() => setTheme(now === 'dark' ? 'light' : 'dark')}>
            {now === 'dark' ? preview.showLight : preview.showDark}
          </MenuItem>
        </Menu>
      </div>
      <div className="grid justify-items-center gap-2 bg-sunken p-5">
        {hasContent(shown.post) ? (
          <>
            <div className={`w-full ${widths[account.network] ?? ''}`}>
              <PostPreview post={shown.post} isGuess={shown.isGuess} theme={now} cards={LinkCards} />
            </div>
            <p className="text-center text-ink-3 text-xs">{preview.approximate}</p>
          </>
        ) : (
          <p className="py-6 text-center text-ink-3">{preview.unwritten}</p>
        )}
      </div>
      {problems}
      {options}
    </div>
  )
}
