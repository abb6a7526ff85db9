// Tests in Node load no styles and no pictures.
export default "";
