import { useQuery } from '@tanstack/react-query'
import { useMessages } from '#web/i18n/index.ts'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { type AccountOptionsProps, boardsOf, optionsQuery } from './account-options.ts'

/** Selects the board of a pin from the account's boards. */
export function PinterestOptions({ account, settings, onSet }: AccountOptionsProps) {
  const { options: words } = useMessages()
  const options = useQuery(optionsQuery(account.id))
  const boards = boardsOf(options.data)
  const usual = (account.settings as { readonly boardId?: string }).boardId
  const board = boards.find(({ id }) => id === (settings.boardId ?? usual))
  if (options.error) return <ProblemBanner error={options.error} onRetry={() => void options.refetch()} />
  return (
    <div className="grid gap-3.5">
      <SelectField
        data-field="boardId"
        label={words.board}
        value={board?.id ?? ''}
        options={{ '': words.chooseBoard, ...Object.fromEntries(boards.map(({ id, name }) => [id, name])) }}
        onChange={({ target }) => onSet({ boardId: target.value || undefined, boardSectionId: undefined })}
      />
      {board?.sections && board.sections.length > 0 && (
        <SelectField
          label={words.section}
          value={String(settings.boardSectionId ?? '')}
          options={{ '': words.wholeBoard, ...Object.fromEntries(board.sections.map(({ id, name }) => [id, name])) }}
          onChange={({ target }) => onSet({ boardSectionId: target.value || undefined })}
        />
      )}
    </div>
  )
}
