export function FinishedPage() {
  return <p></p>;
}
