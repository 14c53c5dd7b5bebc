import { useEffect, useState } from 'react'

const againMs = 5_000

/**
 * Returns a part of the frame once its code is here, and null before. It appears as soon as it can, while a late part of
 * a page waits with others that appear at about the same time. A failed fetch is repeated.
 */
export function useLate<Part>(load: () => Promise<Part>): Part | null {
  const [part, setPart] = useState<Part | null>(null)
  useEffect(() => {
    const stopped = new AbortController()
    const { signal } = stopped
    const fetchPart = async () => {
      const loaded = await load().catch(() => null)
      if (signal.aborted) return
      if (loaded !== null) return setPart(() => loaded)
      const timer = setTimeout(() => void fetchPart(), againMs)
      signal.addEventListener('abort', () => clearTimeout(timer))
    }
    void fetchPart()
    return () => stopped.abort()
  }, [load])
  return part
}
