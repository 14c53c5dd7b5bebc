import {
  Component,
  type ComponentType,
  type FunctionComponent,
  lazy,
  type ReactNode,
  Suspense,
  useReducer,
} from 'react'
import { createPortal } from 'react-dom'
import { useFrameMessages } from '#web/i18n/frame.ts'
import { Button } from '../button.tsx'

/** Thrown if the code of a part could not be fetched. */
class LateError extends Error {}

const pauseMs = 1_000

async function loadTwice<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load()
  } catch {
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    return await load().catch((error: unknown) => {
      throw new LateError('The code of a part of the page did not come.', { cause: error })
    })
  }
}

/**
 * Creates a part of a page whose code is fetched when first rendered. If that fails, because the service is unavailable
 * or has another version by now, the page stays as it is and offers to retry.
 */
export function makeLatePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): FunctionComponent<Props> {
  const make = () => lazy(async () => ({ default: await loadTwice(load) }))
  let Part = make()
  return function LatePart(props: Props) {
    const [, drawAgain] = useReducer((times: number) => times + 1, 0)
    const retry = () => {
      Part = make()
      drawAgain()
    }
    return (
      <Boundary onRetry={retry}>
        <Suspense>
          <Part {...props} />
        </Suspense>
      </Boundary>
    )
  }
}

interface BoundaryProps {
  readonly onRetry: () => void
  readonly children: ReactNode
}

/** Catches the error of a part that failed to load. All other errors are rethrown. */
class Boundary extends Component<BoundaryProps, { readonly error: unknown }> {
  override readonly state = { error: null }

  static getDerivedStateFromError = (error: unknown): { readonly error: unknown } => ({ error })

  override render(): ReactNode {
    const { error } = this.state as { readonly error: unknown }
    if (error === null) return this.props.children
    if (!(error instanceof LateError)) throw error
    const retry = () => {
      this.props.onRetry()
      this.setState({ error: null })
    }
    return createPortal(<NotLoaded onRetry={retry} />, document.body)
  }
}

function NotLoaded({ onRetry }: { readonly onRetry: () => void }) {
  const { shell } = useFrameMessages()
  return (
    <div
      role="alert"
      className="fixed inset-x-4 bottom-20 z-40 mx-auto grid max-w-md gap-3 rounded-lg border border-line-strong bg-surface p-4 shadow-lg md:bottom-6"
    >
      <p>{shell.problem.notLoaded}</p>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" className="max-md:min-h-11" onClick={onRetry}>
          {shell.retry}
        </Button>
        <Button className="max-md:min-h-11" onClick={() => location.reload()}>
          {shell.problem.reload}
        </Button>
      </div>
    </div>
  )
}
