import type { FigureDeps } from './deps.ts'
import { readFigures } from './figures.ts'
import { figureLabels, figures } from './thresholds.ts'

/** Returns the numbers of every alert for Prometheus, so that its rules can say what the alerts say. */
export const figuresFor = (deps: FigureDeps) => ({ all: figures, labels: figureLabels, read: () => readFigures(deps) })
