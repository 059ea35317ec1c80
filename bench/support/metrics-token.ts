/** Opens the metrics of the bench's app. */
export const METRICS_TOKEN = 'metrics-of-the-bench';
