export { createPlanner } from './planner.ts'
export { replanRules } from './recurring/replan-rules.ts'
export { planningRoutes } from './routes.ts'
