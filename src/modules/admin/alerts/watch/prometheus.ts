import type { FigureDeps } from './deps.ts'
import { readFigures } from './figures.ts'
import { figureLabels, figures } from './thresholds.ts'

/** Returns the metrics behind every alert for Prometheus, so that its rules can match the alerts. */
export const figuresFor = (deps: FigureDeps) => ({ all: figures, labels: figureLabels, read: () => readFigures(deps) })
