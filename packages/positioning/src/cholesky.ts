/** Linear algebra that the radio map needs. */

/**
 * The lower triangle L of a symmetric positive definite matrix (row by row, n × n) with L·Lᵀ equal to it.
 * The caller adds noise to the diagonal, which makes any kernel matrix positive definite.
 */
export function cholesky(matrix: Float64Array, n: number): Float64Array {
  const lower = new Float64Array(n * n)
  for (let row = 0; row < n; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = matrix[row * n + column]!
      for (let k = 0; k < column; k++) sum -= lower[row * n + k]! * lower[column * n + k]!
      lower[row * n + column] = row === column ? Math.sqrt(sum) : sum / lower[column * n + column]!
    }
  }
  return lower
}

/** x of L·Lᵀ·x = values. */
export function solveCholesky(lower: Float64Array, values: Float64Array): Float64Array {
  const n = values.length
  const x = values.slice()
  for (let row = 0; row < n; row++) {
    for (let k = 0; k < row; k++) x[row]! -= lower[row * n + k]! * x[k]!
    x[row]! /= lower[row * n + row]!
  }
  for (let row = n - 1; row >= 0; row--) {
    for (let k = row + 1; k < n; k++) x[row]! -= lower[k * n + row]! * x[k]!
    x[row]! /= lower[row * n + row]!
  }
  return x
}
