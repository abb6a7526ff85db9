// Tests in Node don't load styles.
export default {};
