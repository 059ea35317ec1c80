/**
 * Remembers answers that never change and take long to find. When there are too many, all are forgotten: the next
 * questions are mostly about the same few days and places again.
 */
export const remembered = <Answer>(max: number) => {
  const answers = new Map<string, Answer>();
  return (key: string, find: () => Answer): Answer => {
    const known = answers.get(key);
    if (known !== undefined) return known;
    const answer = find();
    if (answers.size >= max) answers.clear();
    answers.set(key, answer);
    return answer;
  };
};
