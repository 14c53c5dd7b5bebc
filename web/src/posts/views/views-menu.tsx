import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { queryClient } from '#web/app/queries.ts'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { buttonStyle } from '#web/ui/button.tsx'
import { makeLatePart } from '#web/ui/late/late-part.tsx'
import { Menu, MenuChoice, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import { tell, tellFailure } from '#web/ui/toast.tsx'
import { isSameFilter, type View, type ViewFilters, type ViewPage, viewsQuery } from './views-query.ts'

const ViewDialog = makeLatePart(async () => (await import('./view-dialogs.tsx')).ViewDialog)
const DeleteViewDialog = makeLatePart(async () => (await import('./view-dialogs.tsx')).DeleteViewDialog)

interface ViewsProps {
  readonly profileId: string
  readonly page: ViewPage
  /** The filters that the page has now. */
  readonly filters: ViewFilters
  /** The ID of the view that was opened. */
  readonly saved: string | undefined
  /** Gives the page these filters, and no others. */
  readonly onOpen: (filters: ViewFilters, saved?: string) => void
}

/** Opens, saves and changes the views of a page. The button names the open one, and tells if the filters differ. */
export function ViewsMenu({ profileId, page, filters, saved, onOpen }: ViewsProps) {
  const { views: words } = useMessages()
  const known = useQuery({ ...viewsQuery(profileId, page), enabled: saved !== undefined }).data
  const view = known?.find(({ id }) => id === saved)
  const isEdited = view !== undefined && !isSameFilter(view.filters, filters)
  const [dialog, setDialog] = useState<'save' | 'edit' | 'delete' | null>(null)
  const close = () => setDialog(null)
  return (
    <>
      <Menu
        label={view && words.current(view.name, isEdited)}
        triggerClass={`${buttonStyle('plain')} max-w-full min-w-0 sm:max-w-64 ${view ? 'border-brand! bg-brand-tint! text-brand!' : ''}`}
        trigger={
          <>
            <Icon name="eye" className="size-4 shrink-0" />
            <span dir="auto" className="truncate">
              {view?.name ?? words.open}
            </span>
            {isEdited && <span className="shrink-0 font-normal text-sm">{words.edited}</span>}
          </>
        }
      >
        {view && (
          <CurrentItems
            view={view}
            filters={filters}
            isEdited={isEdited}
            onReset={() => onOpen(view.filters, view.id)}
            onLeave={() => onOpen({})}
            onDialog={setDialog}
          />
        )}
        <MenuItem onSelect={() => setDialog('save')}>{words.save}</MenuItem>
        <ViewChoices profileId={profileId} page={page} saved={saved} onOpen={onOpen} />
      </Menu>
      {view && view.missing.length > 0 && <Missing view={view} />}
      {(dialog === 'save' || (dialog === 'edit' && view)) && (
        <ViewDialog
          profileId={profileId}
          page={page}
          filters={filters}
          view={dialog === 'edit' ? (view ?? null) : null}
          onSaved={(one) => {
            close()
            if (dialog === 'save') onOpen(filters, one.id)
          }}
          onClose={close}
        />
      )}
      {dialog === 'delete' && view && (
        <DeleteViewDialog
          view={view}
          onDeleted={() => {
            close()
            onOpen(filters)
          }}
          onClose={close}
        />
      )}
    </>
  )
}

interface CurrentProps {
  readonly view: View
  readonly filters: ViewFilters
  readonly isEdited: boolean
  readonly onReset: () => void
  readonly onLeave: () => void
  readonly onDialog: (dialog: 'edit' | 'delete') => void
}

/** Changes the open view. Editors change shared ones. */
function CurrentItems({ view, filters, isEdited, onReset, onLeave, onDialog }: CurrentProps) {
  const { views: words } = useMessages()
  const { mayWrite, mayDelete } = useRights()
  const update = useUpdateView()
  const mayChange = mayWrite || !view.shared
  return (
    <>
      {isEdited && mayChange && <MenuItem onSelect={() => update(view, filters)}>{words.update(view.name)}</MenuItem>}
      {isEdited && <MenuItem onSelect={onReset}>{words.reset}</MenuItem>}
      {mayChange && <MenuItem onSelect={() => onDialog('edit')}>{words.edit}</MenuItem>}
      {(mayDelete || !view.shared) && <MenuItem onSelect={() => onDialog('delete')}>{words.remove}</MenuItem>}
      <MenuItem onSelect={onLeave}>{words.leave}</MenuItem>
      <MenuLine />
    </>
  )
}

/** Returns a function that gives a view the current filters of its page. */
function useUpdateView() {
  const { views: words } = useMessages()
  return async ({ id }: View, filters: ViewFilters): Promise<void> => {
    try {
      await api.updateView({ id, filters })
      await queryClient.invalidateQueries({ queryKey: ['views'] })
      tell({ title: words.updated })
    } catch (error) {
      if (error instanceof Error) tellFailure(words.notChanged, error)
    }
  }
}
/** The views to open. They are fetched when the menu opens. */
function ViewChoices({ profileId, page, saved = '', onOpen }: Omit<ViewsProps, 'filters'>) {
  const { views: words } = useMessages()
  const all = useQuery(viewsQuery(profileId, page)).data ?? []
  const open = (id: string) => {
    const view = all.find((one) => one.id === id)
    if (view) onOpen(view.filters, id)
  }
  return [true, false].map((isShared) => {
    const views = all.filter(({ shared }) => shared === isShared)
    if (views.length === 0) return null
    return (
      <div key={String(isShared)}>
        <MenuLine />
        <MenuChoice
          label={isShared ? words.everyone : words.mine}
          value={saved}
          onChange={open}
          options={Object.fromEntries(views.map(({ id, name }) => [id, name]))}
        />
      </div>
    )
  })
}

/** Says which filters of the open view find nothing any longer. */
function Missing({ view }: { readonly view: View }) {
  const { views: words } = useMessages()
  const { missing, filters } = view
  return (
    <p role="status" className="order-last basis-full text-ink-2 text-sm">
      {missing.map((name) => (name === 'label' ? words.noLabel(filters.label ?? '') : words.none[name])).join(' ')}
    </p>
  )
}
