import { useLayoutEffect, useRef, useState } from 'react'

/** Measures the width of an element, so that a chart is drawn in its real pixels and its text keeps its size. */
export function useWidth<Of extends HTMLElement>() {
  const ref = useRef<Of>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    setWidth(element.clientWidth)
    const watch = new ResizeObserver(() => setWidth(element.clientWidth))
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  return { ref, width }
}
