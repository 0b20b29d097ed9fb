export function AccountPage() {
  return <p></p>;
}
