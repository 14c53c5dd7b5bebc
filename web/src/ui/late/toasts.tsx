import { Toast as Base } from '@base-ui/react/toast'
import { useEffect } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { explain } from '../problem/explain.ts'

export interface ToastContent {
  readonly title: string
  readonly detail?: string | undefined
  /** The reason for a failure. */
  readonly error?: Error
  readonly undo?: { readonly label: string; readonly run: () => void } | undefined
}

const manager = Base.createToastManager<{ readonly error?: Error }>()

/** Long enough to read the message and reach the button. The timer stops on hover and focus. */
const shownMs = 10_000

/** Base UI calls a message a dialog, and hides its close button from screen readers while the button can have the focus. */
const noDialog = { role: 'group', 'aria-modal': undefined }

/** Messages before the container was rendered, which the manager would lose. */
const early: ToastContent[] = []
let hasPlace = false

/** Shows a message once the container exists. A newer one replaces it. */
export function show(toast: ToastContent): void {
  if (hasPlace) add(toast)
  else early.push(toast)
}

function add({ title, detail, error, undo }: ToastContent): void {
  const id = manager.add({
    title,
    description: detail ?? error?.message,
    ...(error && { data: { error } }),
    ...(undo && {
      actionProps: {
        children: undo.label,
        onClick: () => {
          manager.close(id)
          undo.run()
        },
      },
    }),
  })
}

/** The container of the messages, above the bottom bar of a phone. */
export function Toasts() {
  const { shell } = useMessages()
  // The provider inside is subscribed by now, since effects run from the inside out.
  useEffect(() => {
    hasPlace = true
    for (const toast of early.splice(0)) add(toast)
    return () => {
      hasPlace = false
    }
  }, [])
  return (
    <Base.Provider toastManager={manager} limit={1} timeout={shownMs}>
      <Base.Portal>
        <Base.Viewport
          aria-label={shell.notices}
          className="fixed inset-x-4 bottom-20 z-40 mx-auto grid max-w-md outline-none md:bottom-6"
        >
          <List />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  )
}

function List() {
  const messages = useMessages()
  const { shell } = messages
  const { toasts } = Base.useToastManager<{ readonly error?: Error }>()
  return toasts.map((toast) => (
    <Base.Root
      key={toast.id}
      toast={toast}
      swipeDirection={['down', 'right']}
      {...noDialog}
      className="col-start-1 row-start-1 rounded-lg bg-ink text-bg shadow-lg transition duration-180 ease-out data-ending-style:translate-y-2 data-limited:opacity-0 data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0"
    >
      <Base.Content className="flex min-h-11 items-center gap-2 py-1 ps-4 pe-1">
        <div className="min-w-0 flex-1 py-1">
          <Base.Title className="font-medium" />
          <Base.Description className="text-sm opacity-80">
            {toast.data?.error ? explain(toast.data.error, messages).text : toast.description}
          </Base.Description>
        </div>
        <Base.Action className="min-h-9 rounded-md px-3 font-semibold underline underline-offset-4 hover:bg-bg/15" />
        <Base.Close
          aria-label={shell.close}
          aria-hidden={false}
          className="grid size-9 shrink-0 place-items-center rounded-md hover:bg-bg/15"
        >
          <Icon name="close" className="size-4" />
        </Base.Close>
      </Base.Content>
    </Base.Root>
  ))
}
